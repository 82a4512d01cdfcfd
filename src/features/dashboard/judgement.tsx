import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type AirJudgement, airTargetAt, type Climate, judgeAir } from '#contract/monitor/climate.ts';
import type { SensorValue } from '#contract/monitor/monitor.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';

/** How the air of a house is now; null while nobody can say: nothing aimed at, a silent sensor, a value that does not count. */
export function judgementOf(
  air: SensorValue | undefined,
  climate: Climate | undefined,
  now: number,
): AirJudgement | null {
  if (!climate || !air || air.value === null || !counts(air, now)) return null;
  return judgeAir(air.value, airTargetAt(climate, air.areaName, now), climate.frostGuardC);
}

/** Whether a temperature says how it is now: it is no silent sensor's, and nobody and no rule has left it out. */
export function counts({ date, intervalMs, isFlagged, isExcluded }: SensorValue, now: number): boolean {
  return !isFlagged && !isExcluded && staleness(date, intervalMs, now).reporting === 'reporting';
}

export function judgementWords({ verdict, byC }: AirJudgement): string {
  const by = formatWithUnit(byC, '℃', 1);
  if (verdict === 'frost') return `서리방지보다 ${by} 낮음`;
  if (verdict === 'fine') return '알맞음';
  return verdict === 'cold' ? `목표보다 ${by} 낮음` : `목표보다 ${by} 높음`;
}

const looks = {
  frost: { Icon: OctagonAlert, className: 'bg-danger-surface text-danger-ink' },
  cold: { Icon: TriangleAlert, className: 'bg-warn-surface text-warn-ink' },
  hot: { Icon: TriangleAlert, className: 'bg-warn-surface text-warn-ink' },
} as const;

/** Whether somebody should know at once. */
export function isAlarming({ verdict }: AirJudgement): boolean {
  return verdict !== 'fine' && verdict !== 'warm';
}

/** The judgement in words: quiet while nothing is wrong, told by icon and ground when something is. */
export function Judgement({ judgement }: { judgement: AirJudgement | null }) {
  if (!judgement) return null;
  const { verdict } = judgement;
  if (verdict === 'fine' || verdict === 'warm') return <p className="text-ink-soft">{judgementWords(judgement)}</p>;
  const { Icon, className } = looks[verdict];
  return (
    <p className={`flex items-center gap-1.5 rounded-lg px-2 py-0.5 font-semibold ${className}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {judgementWords(judgement)}
    </p>
  );
}

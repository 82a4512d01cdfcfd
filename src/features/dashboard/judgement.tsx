import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type AirJudgement, airTargetAt, type Climate, judgeAir } from '#contract/monitor/climate.ts';
import type { SensorValue } from '#contract/monitor/monitor.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';

/** The current climate judgement of a house; null without a target or a valid fresh temperature. */
export function judgementOf(
  air: SensorValue | undefined,
  climate: Climate | undefined,
  now: number,
): AirJudgement | null {
  if (!climate || !air || air.value === null || !counts(air, now)) return null;
  return judgeAir(air.value, airTargetAt(climate, air.areaName, now), climate.frostGuardC);
}

/** Whether a temperature is valid now: the sensor is not silent, and the value is neither implausible nor excluded. */
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

/** Whether it needs immediate attention. */
export function isAlarming({ verdict }: AirJudgement): boolean {
  return verdict !== 'fine' && verdict !== 'warm';
}

/** The judgement as text: plain while fine, with icon and background if something is wrong. */
export function Judgement({ judgement }: { judgement: AirJudgement | null }) {
  if (!judgement) return null;
  const { verdict } = judgement;
  // The no-break space keeps figure and unit on one line of a narrow card.
  const words = judgementWords(judgement).replace(' ℃', '\u00a0℃');
  if (verdict === 'fine' || verdict === 'warm') return <p className="text-ink-soft">{words}</p>;
  const { Icon, className } = looks[verdict];
  return (
    <p className={`flex items-center gap-1.5 rounded-lg px-2 py-0.5 font-semibold ${className}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {words}
    </p>
  );
}

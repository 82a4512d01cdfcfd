import CloudOff from 'lucide-react/icons/cloud-off';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Climate } from '#contract/monitor/climate.ts';
import type { ChannelQuality, Quality } from '#contract/quality/quality.ts';
import { qualityStateWords, troubleText } from '#contract/quality/quality-text.ts';
import { needsHand } from '#contract/quality/sensor-state.ts';
import { formatAge } from '#src/lib/format-date.ts';
import type { HouseValues } from './house-values.ts';
import { isAlarming, judgementOf, judgementWords } from './judgement.tsx';

type Alarm = { tone: 'danger' | 'warn' | 'lost'; text: string };

/** More alarms are counted: the wall view must be readable at a glance. */
const MAX_ALARMS = 3;
/** From this many silent sensors on, the connection is reported instead of each sensor. */
const MANY_SILENT = 3;

/**
 * The alarms of a farm, worst first: frost, equipment and rules, houses outside their target, silent sensors, wrong
 * values.
 */
export function alarmsOf(
  houses: readonly HouseValues[],
  climate: Climate | undefined,
  sensors: readonly ChannelQuality[],
  control: Quality['control'],
  now: number,
): Alarm[] {
  const air = houses.flatMap(({ areaName, air }): Alarm[] => {
    const judgement = judgementOf(air, climate, now);
    if (!judgement || !isAlarming(judgement)) return [];
    return [
      { tone: judgement.verdict === 'frost' ? 'danger' : 'warn', text: `${areaName} ${judgementWords(judgement)}` },
    ];
  });
  const silent = sensors.filter(({ state }) => state === 'silent');
  const wrong = sensors.filter(({ state }) => needsHand(state) && state !== 'silent');
  return [
    ...air.filter(({ tone }) => tone === 'danger'),
    ...control.map(({ text }): Alarm => ({ tone: 'warn', text })),
    ...air.filter(({ tone }) => tone === 'warn'),
    ...silenceOf(silent, now),
    ...wrong.map((sensor): Alarm => ({ tone: 'warn', text: `${nameOf(sensor)} ${troubleText(sensor)}` })),
  ];
}

const nameOf = ({ areaName, name }: ChannelQuality) => `${areaName} ${name}`;

function silenceOf(silent: readonly ChannelQuality[], now: number): Alarm[] {
  // Short enough for one line of a tablet. No-break spaces keep an age on one line, and no line begins with a dot.
  const words = ({ since }: ChannelQuality) =>
    since === null
      ? qualityStateWords.silent
      : `${qualityStateWords.silent}\u00a0· ${formatAge(now - since).replace(' ', '\u00a0')}`;
  if (silent.length < MANY_SILENT) {
    return silent.map((sensor) => ({ tone: 'lost', text: `${nameOf(sensor)} ${words(sensor)}` }));
  }
  const [first] = [...silent].sort((a, b) => (a.since ?? 0) - (b.since ?? 0));
  return first ? [{ tone: 'lost', text: `센서 ${silent.length}개 ${words(first)}` }] : [];
}

const looks = {
  danger: { Icon: OctagonAlert, className: 'bg-danger-surface text-danger-ink inset-ring-danger-line' },
  warn: { Icon: TriangleAlert, className: 'bg-warn-surface text-warn-ink inset-ring-warn-line' },
  lost: { Icon: CloudOff, className: 'bg-offline-surface text-offline-ink inset-ring-offline-line' },
} as const;

/** The alarms, first and larger than the rest. Nothing without alarms. */
export function WallAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  if (alarms.length === 0) return null;
  const rest = alarms.length - MAX_ALARMS;
  return (
    <div role="alert">
      <ul className="grid gap-2 text-[2.5rem] leading-tight font-bold landscape:grid-cols-2">
        {alarms.slice(0, MAX_ALARMS).map(({ tone, text }) => {
          const { Icon, className } = looks[tone];
          return (
            <li key={text} className={`flex items-center gap-4 rounded-card px-5 py-2.5 inset-ring-3 ${className}`}>
              <Icon aria-hidden className="size-12 shrink-0" />
              {text}
            </li>
          );
        })}
        {rest > 0 && <li className="self-center px-5 text-[2rem] text-ink-soft">그 밖 {rest}가지</li>}
      </ul>
    </div>
  );
}

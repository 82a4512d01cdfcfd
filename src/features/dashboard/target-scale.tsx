import type { AirTarget } from '#contract/monitor/climate.ts';
import { formatNumber, formatPlain, formatWithUnit } from '#src/lib/format-number.ts';

type TargetScaleProps = {
  target: AirTarget;
  /** The current temperatures of the houses, ℃. */
  marks: readonly { areaName: string; value: number }[];
  /** There are several scales: each shows the names of its houses. */
  isHouseNamed: boolean;
};

/** Margin beyond the target and the marks, ℃. */
const MARGIN_C = 3;
/** Marks closer than this share of the scale share a label. */
const APART = 0.14;

/** The target temperature as a band on a scale, with marks for the current temperatures of the houses. */
export function TargetScale({ target: { lowC, highC, by, insteadOfC }, marks, isHouseNamed }: TargetScaleProps) {
  const ends = [lowC, highC].flatMap((end) => end ?? []);
  const known = [...ends, ...marks.map(({ value }) => value)];
  const from = Math.min(...known) - MARGIN_C;
  const to = Math.max(...known) + MARGIN_C;
  const share = (value: number) => (value - from) / (to - from);
  const percent = (value: number) => `${100 * share(value)}%`;
  const words = targetWords(lowC, highC);
  return (
    <div>
      <p>
        {isHouseNamed && <span className="text-ink-soft">{marks.map(({ areaName }) => areaName).join(', ')} </span>}
        목표 온도 <strong className="tabular whitespace-nowrap">{words}</strong>{' '}
        <span className="text-ink-soft">
          ({sourceWords(by, highC)}
          {insteadOfC !== null && (
            <span className="max-sm:hidden">, 생육 달력의 최저는 {formatWithUnit(insteadOfC, '℃', 1)}</span>
          )}
          )
        </span>
      </p>
      {/* On a phone each house shows its difference above. */}
      <div aria-hidden className="relative mt-1 h-12 max-sm:hidden">
        <div className="absolute inset-x-0 top-6 h-3 rounded-full bg-sunken" />
        <div
          className="absolute top-6 h-3 rounded-full bg-leaf/45"
          style={{
            left: lowC === null ? 0 : percent(lowC),
            right: highC === null ? 0 : `${100 - 100 * share(highC)}%`,
          }}
        />
        {ends.map((end) => (
          <span
            key={end}
            className="tabular absolute top-9 -translate-x-1/2 text-age text-ink-soft"
            style={{ left: percent(end) }}
          >
            {formatPlain(end)}
          </span>
        ))}
        {marks.map(({ areaName, value }) => (
          <span
            key={areaName}
            className="absolute top-5 h-5 w-1 -translate-x-1/2 rounded-full bg-accent ring-2 ring-card"
            style={{ left: percent(value) }}
          />
        ))}
        {clustersOf(marks, (value) => share(value)).map(({ names, at }) => (
          <span
            key={names}
            className={`absolute top-0 text-age font-semibold whitespace-nowrap ${at > 0.8 ? '-translate-x-full' : at < 0.2 ? '' : '-translate-x-1/2'}`}
            style={{ left: `${100 * at}%` }}
          >
            {names}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The source of the target; the growth calendar by default. */
function sourceWords(by: AirTarget['by'], highC: number | null): string {
  if (by !== 'heat') return '생육 달력';
  return highC === null ? '난방 설정' : '최저는 난방 설정';
}

function targetWords(lowC: number | null, highC: number | null): string {
  if (lowC !== null && highC !== null) return `${formatNumber(lowC, 1)}–${formatWithUnit(highC, '℃', 1)}`;
  return lowC !== null ? `${formatWithUnit(lowC, '℃', 1)} 이상` : `${formatWithUnit(highC, '℃', 1)} 이하`;
}

type Cluster = { names: string; at: number };

/** Merges the labels of marks that would overlap. */
function clustersOf(marks: TargetScaleProps['marks'], share: (value: number) => number): Cluster[] {
  const clusters: { names: string[]; shares: number[] }[] = [];
  for (const { areaName, value } of [...marks].sort((a, b) => a.value - b.value)) {
    const last = clusters.at(-1);
    if (last && share(value) - (last.shares.at(-1) ?? 0) < APART) {
      last.names.push(areaName);
      last.shares.push(share(value));
    } else clusters.push({ names: [areaName], shares: [share(value)] });
  }
  return clusters.map(({ names, shares }) => ({
    names: [...names].sort().join(' · '),
    at: shares.reduce((sum, one) => sum + one, 0) / shares.length,
  }));
}

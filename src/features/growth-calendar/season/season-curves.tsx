import type { CropSeason } from '#contract/growth-calendar/crop-year.ts';
import { formatNumber } from '#src/lib/format-number.ts';

/** Summed day by day; a day with too few readings adds nothing. */
export function summed(days: readonly (number | null)[]): number[] {
  let sum = 0;
  return days.map((day) => {
    sum += day ?? 0;
    return sum;
  });
}

/** Mean of the days that are known; null without one. */
export function meanOf(days: readonly (number | null)[]): number | null {
  const known = days.flatMap((day) => day ?? []);
  return known.length > 0 ? known.reduce((sum, day) => sum + day, 0) / known.length : null;
}

/** The drawing is stretched to its place, its words are not: a phone shows them as large as a desktop. */
const SIDE = 100;

/** Warmth since bud break: the own trees, the same days a year before, and a lead farm. */
export function SeasonCurves({ season: { own, lastYear, leadFarm } }: { season: CropSeason }) {
  const lines = [
    { name: '우리 농장', days: summed(own.degreeDays), dash: '', width: 3 },
    ...(leadFarm ? [{ name: leadFarm.farmName, days: summed(leadFarm.degreeDays), dash: '8 5', width: 2 }] : []),
    ...(lastYear ? [{ name: '작년', days: summed(lastYear.degreeDays), dash: '2 4', width: 2 }] : []),
  ];
  const most = Math.max(1, ...lines.flatMap(({ days }) => days));
  const longest = Math.max(2, ...lines.map(({ days }) => days.length));
  const xOf = (day: number) => ((day / (longest - 1)) * SIDE).toFixed(2);
  const yOf = (sum: number) => ((1 - sum / most) * SIDE).toFixed(2);
  const ticks = [most, most / 2, 0];
  const told = lines.map(({ name, days }) => `${name} ${formatNumber(days.at(-1) ?? null, 0)} ℃·일`).join(', ');
  return (
    <div className="flex flex-col gap-2">
      <div className="tabular grid max-w-3xl grid-cols-[auto_1fr] gap-x-2 pt-2 text-age text-ink-soft">
        <div aria-hidden className="-my-2.5 flex flex-col justify-between text-right">
          {ticks.map((tick) => (
            <span key={tick}>{formatNumber(tick, 0)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${SIDE} ${SIDE}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`발아 뒤 적산온도: ${told}`}
          className="h-44 w-full overflow-visible sm:h-52 print:h-44"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x2={SIDE}
              y1={yOf(tick)}
              y2={yOf(tick)}
              stroke="var(--chart-grid)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {lines.map(({ name, days, dash, width }) => (
            <polyline
              key={name}
              points={days.map((sum, day) => `${xOf(day)},${yOf(sum)}`).join(' ')}
              fill="none"
              stroke="var(--series-temperature)"
              strokeWidth={width}
              strokeDasharray={dash}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <div aria-hidden className="col-start-2 mt-1 flex justify-between">
          <span>발아</span>
          <span>{longest - 1}일째</span>
        </div>
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {lines.map(({ name, days, dash, width }) => (
          <li key={name} className="flex items-center gap-2">
            <svg aria-hidden="true" width="32" height="8">
              <line
                x2="32"
                y1="4"
                y2="4"
                stroke="var(--series-temperature)"
                strokeWidth={width}
                strokeDasharray={dash}
              />
            </svg>
            {name} <span className="tabular font-semibold">{formatNumber(days.at(-1) ?? null, 0)} ℃·일</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

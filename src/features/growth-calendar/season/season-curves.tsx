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

const WIDTH = 420;
const HEIGHT = 200;
const FOOT = 24;
const LEFT = 52;

/** Warmth since bud break: the own trees, the same days a year before, and a lead farm. */
export function SeasonCurves({ season: { own, lastYear, leadFarm } }: { season: CropSeason }) {
  const lines = [
    { name: '우리 농장', days: summed(own.degreeDays), dash: '', width: 3 },
    ...(leadFarm ? [{ name: leadFarm.farmName, days: summed(leadFarm.degreeDays), dash: '8 5', width: 2 }] : []),
    ...(lastYear ? [{ name: '작년', days: summed(lastYear.degreeDays), dash: '2 4', width: 2 }] : []),
  ];
  const most = Math.max(1, ...lines.flatMap(({ days }) => days));
  const longest = Math.max(2, ...lines.map(({ days }) => days.length));
  const xOf = (day: number) => LEFT + (day / (longest - 1)) * (WIDTH - LEFT);
  const yOf = (sum: number) => (HEIGHT - FOOT) * (1 - sum / most) + 6;
  const told = lines.map(({ name, days }) => `${name} ${formatNumber(days.at(-1) ?? null, 0)} ℃·일`).join(', ');
  return (
    <div className="flex flex-col gap-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`발아 뒤 적산온도: ${told}`}
        className="tabular w-full max-w-2xl"
      >
        {[0, most / 2, most].map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={yOf(tick)} y2={yOf(tick)} stroke="var(--chart-grid)" />
            <text x={LEFT - 6} y={yOf(tick) + 5} textAnchor="end" fontSize="14" fill="var(--chart-text)">
              {formatNumber(tick, 0)}
            </text>
          </g>
        ))}
        {lines.map(({ name, days, dash, width }) => (
          <polyline
            key={name}
            points={days.map((sum, day) => `${xOf(day).toFixed(1)},${yOf(sum).toFixed(1)}`).join(' ')}
            fill="none"
            stroke="var(--series-temperature)"
            strokeWidth={width}
            strokeDasharray={dash}
          />
        ))}
        <text x={LEFT} y={HEIGHT - 2} fontSize="14" fill="var(--chart-text)">
          발아
        </text>
        <text x={WIDTH} y={HEIGHT - 2} textAnchor="end" fontSize="14" fill="var(--chart-text)">
          {longest - 1}일째
        </text>
      </svg>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {lines.map(({ name, days, dash }) => (
          <li key={name} className="flex items-center gap-2">
            <svg aria-hidden="true" width="32" height="8">
              <line x2="32" y1="4" y2="4" stroke="var(--series-temperature)" strokeWidth="3" strokeDasharray={dash} />
            </svg>
            {name} <span className="tabular font-semibold">{formatNumber(days.at(-1) ?? null, 0)} ℃·일</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { monthPartNames } from '#contract/monitor/statistics-text.ts';
import { formatStatistic } from '#src/lib/format-number.ts';
import { rangeScale } from './range-scale.ts';

/** The values of a third: lower and upper end of its bar. */
export type PartBar = { low: number; high: number } | null;
type PartChartProps = {
  /** Accessible name; the table beside it has the same values. */
  label: string;
  /** Name of a `--series-…` colour. */
  colour: string;
  bars: readonly { part: keyof typeof monthPartNames; own: PartBar; average: PartBar }[];
  hasAverage: boolean;
  /** The physical maximum: no grid line is drawn above it. */
  ceiling?: number;
  /** Bars from zero are labelled at the top only. */
  isFromZero?: boolean;
};

const WIDTH = 340;
const HEIGHT = 210;
const TOP = 22;
const BOTTOM = 34;
const LEFT = 44;
const BAR = 26;

/** Thirds of a month as bars: the own farm filled, the average hatched beside it. */
export function PartChart({ label, colour, bars, hasAverage, ceiling, isFromZero = false }: PartChartProps) {
  const ends = bars.flatMap(({ own, average }) => [own, average]).flatMap((bar) => (bar ? [bar.low, bar.high] : []));
  const scale = rangeScale(ends, isFromZero);
  const yOf = (value: number) => TOP + ((scale.max - value) / (scale.max - scale.min)) * (HEIGHT - TOP - BOTTOM);
  const ticks = scale.ticks.filter((tick) => ceiling === undefined || tick <= ceiling);
  const step = (WIDTH - LEFT) / bars.length;
  const paint = `var(--series-${colour})`;
  const hatch = `hatch-${colour}`;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="tabular w-full max-w-md">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.5" height="6" fill={paint} />
        </pattern>
      </defs>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH} y1={yOf(tick)} y2={yOf(tick)} stroke="var(--chart-grid)" />
          <text x={LEFT - 8} y={yOf(tick) + 5} textAnchor="end" fontSize="14" fill="var(--chart-text)">
            {tick}
          </text>
        </g>
      ))}
      {bars.map(({ part, own, average }, at) => {
        const middle = LEFT + step * (at + 0.5);
        const shift = hasAverage ? BAR * 0.75 : 0;
        return (
          <g key={part}>
            <Bar bar={own} x={middle - shift} yOf={yOf} fill={paint} isFromZero={isFromZero} />
            {hasAverage && (
              <Bar
                bar={average}
                x={middle + shift}
                yOf={yOf}
                fill={`url(#${hatch})`}
                edge={paint}
                isFromZero={isFromZero}
              />
            )}
            {!own && !average && (
              <text
                x={middle}
                y={(TOP + HEIGHT - BOTTOM) / 2}
                textAnchor="middle"
                fontSize="16"
                fill="var(--ink-faint)"
              >
                -
              </text>
            )}
            <text x={middle} y={HEIGHT - 6} textAnchor="middle" fontSize="15" fill="var(--ink)">
              {monthPartNames[part]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

type BarProps = {
  bar: PartBar;
  x: number;
  yOf: (value: number) => number;
  fill: string;
  edge?: string;
  isFromZero: boolean;
};

function Bar({ bar, x, yOf, fill, edge, isFromZero }: BarProps) {
  if (!bar) return null;
  const [top, bottom] = [yOf(bar.high), yOf(bar.low)];
  const words = { textAnchor: 'middle', fontSize: 13, fill: 'var(--ink)' } as const;
  return (
    <>
      <rect
        x={x - BAR / 2}
        y={top}
        width={BAR}
        height={Math.max(2, bottom - top)}
        rx="3"
        fill={fill}
        {...(edge && { stroke: edge, strokeWidth: 1.5 })}
      />
      <text x={x} y={top - 5} {...words}>
        {formatStatistic(bar.high)}
      </text>
      {!isFromZero && (
        <text x={x} y={bottom + 14} {...words}>
          {formatStatistic(bar.low)}
        </text>
      )}
    </>
  );
}

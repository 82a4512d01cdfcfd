/** A line as small as a word, for tiles. Plain SVG: a tile must not load the chart. */
import type { Point } from '#contract/series/points.ts';
import { gapMsOf, splitRuns } from './runs.ts';

type SparklineProps = {
  /** In ascending time. */
  points: readonly Point[];
  /** Distance of neighbouring points, ms. */
  stepMs: number;
  /** Neighbours further apart than this are a silence, ms; 1.5 steps where it is not given. */
  gapMs?: number;
  width: number;
  height: number;
  /** Name of a colour token, as in ChartSeries. */
  colour: string;
  /** Epoch ms; from the first to the last point where it is not given, so that a tile can show a whole day. */
  range?: { begin: number; end: number };
  /** What a screen reader says; without it the line is decoration beside figures that say the same. */
  label?: string;
};

/** Room for the stroke and the last dot, px. */
const MARGIN_PX = 3;

export function Sparkline({ points, stepMs, gapMs, width, height, colour, range, label }: SparklineProps) {
  const paint = `var(--series-${colour}, currentColor)`;
  const { lines, dots, last } = sparkPaths(points, { width, height, range, gapMs: gapMsOf({ stepMs, gapMs }) });
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block overflow-visible"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <path d={lines} fill="none" stroke={paint} strokeWidth="1.75" strokeLinejoin="round" strokeLinecap="round" />
      {/* A stroke of no length with round ends is a dot. */}
      <path d={dots} fill="none" stroke={paint} strokeWidth="3" strokeLinecap="round" />
      {last && <circle cx={last.x} cy={last.y} r="2.5" fill={paint} />}
    </svg>
  );
}

type SparkBox = { width: number; height: number; gapMs: number; range?: { begin: number; end: number } };

/** Path data of the means: one stroke a run, a dot for a point on its own, nothing across a silence. */
export function sparkPaths(points: readonly Point[], { width, height, gapMs, range }: SparkBox) {
  const first = points[0];
  const final = points[points.length - 1];
  if (!first || !final) return { lines: '', dots: '', last: null };
  const begin = range?.begin ?? first[0];
  const span = (range?.end ?? final[0]) - begin || 1;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [, , mean] of points) {
    low = Math.min(low, mean);
    high = Math.max(high, mean);
  }
  const place = ([at, , mean]: Point) => ({
    x: round(MARGIN_PX + ((at - begin) / span) * (width - 2 * MARGIN_PX)),
    // A value that never changed runs through the middle.
    y: round(high > low ? MARGIN_PX + ((high - mean) / (high - low)) * (height - 2 * MARGIN_PX) : height / 2),
  });
  const draw = (run: readonly Point[]) => `M${run.map((point) => Object.values(place(point)).join(' ')).join('L')}`;
  const runs = splitRuns(points, gapMs);
  return {
    lines: runs
      .filter(({ length }) => length > 1)
      .map(draw)
      .join(''),
    dots: runs
      .filter(({ length }) => length === 1)
      .map((run) => `${draw(run)}h0`)
      .join(''),
    last: place(final),
  };
}

const round = (px: number) => Math.round(px * 10) / 10;

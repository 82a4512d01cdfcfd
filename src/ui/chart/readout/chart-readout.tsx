import { type RefObject, useEffect, useRef, useState } from 'react';
import { qualityStateWords } from '#contract/quality/quality-text.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { momentLabel, rangeLabel } from '../axis/time-label.ts';
import { stepDecimals, type ValueAxis } from '../axis/value-axis.ts';
import {
  type ChartRange,
  type ChartSeries,
  isExcluded,
  PALE_ALPHA,
  TARGET_UNIT,
  type TargetBand,
} from '../chart-series.ts';
import type { Crosshair } from './crosshair-plugin.ts';
import { type Hit, pointFigures, type Summary, spokenReading } from './reading.ts';

type MomentProps = { crosshair: Crosshair; series: readonly ChartSeries[]; isRangeSaid: boolean };

/** The time under the crosshair, or the range in view unless something else shows it. */
export function ChartMoment({ crosshair, series, isRangeSaid }: MomentProps) {
  const { view, reading } = useObservable(crosshair.readout);
  const stepMs = Math.min(...series.map((each) => each.stepMs));
  return reading ? (
    <span className="font-semibold text-ink">{momentLabel(reading.at, stepMs, view)}</span>
  ) : (
    !isRangeSaid && <span>{rangeLabel(view)}</span>
  );
}

type LegendProps = {
  crosshair: Crosshair;
  series: readonly ChartSeries[];
  axes: readonly ValueAxis[];
  bands: readonly TargetBand[];
  isCompact: boolean;
};

/** The legend shows the values at the crosshair: no tooltip covers the plot or lies under the finger. */
export function ChartLegend({ crosshair, series, axes, bands, isCompact: isGlance }: LegendProps) {
  const { view, reading, summaries } = useObservable(crosshair.readout);
  const withoutScale = axes.filter(({ side }) => side === null).map(({ unit }) => unit);
  const band = bandToName(bands, axes, view, reading?.at);
  return (
    <ul
      className={`grid ${isGlance ? 'grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]' : 'grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]'} gap-x-6 text-age md:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] short:flex short:overflow-x-auto short:*:shrink-0`}
    >
      {series.map((each) => (
        <li key={each.key} className="flex min-w-0 items-baseline gap-2 leading-6">
          <LegendMark series={each} />
          <span className="min-w-0 text-ink-soft short:whitespace-nowrap">{each.label}</span>
          <span className="tabular ml-auto whitespace-nowrap text-ink">
            {reading ? (
              <HitFigures series={each} hit={reading.hits.find(({ key }) => key === each.key)} at={reading.at} />
            ) : (
              <SummaryFigures series={each} summary={summaries.find(({ key }) => key === each.key)} />
            )}
          </span>
        </li>
      ))}
      {band && (
        <li className="flex min-w-0 items-baseline gap-2 leading-6">
          <span className="h-3 w-6 shrink-0 self-center bg-chart-band" aria-hidden="true" />
          <span className="min-w-0 text-ink-soft short:whitespace-nowrap">{band.label}</span>
          <span className="tabular ml-auto whitespace-nowrap text-ink">
            {bandFigures(band)} {band.unit ?? TARGET_UNIT}
          </span>
        </li>
      )}
      {withoutScale.length > 0 && (
        <li className="col-span-full leading-6 text-ink-faint">눈금 없음: {withoutScale.join(', ')}</li>
      )}
    </ul>
  );
}

/** Both limits with the decimals they need: 0.5 must not be shown as 1. */
function bandFigures({ low, high }: TargetBand): string {
  const decimals = Math.max(stepDecimals(low), stepDecimals(high));
  return `${formatNumber(low, decimals)}–${formatNumber(high, decimals)}`;
}

/** The target at the crosshair; otherwise the last one in view. */
function bandToName(
  bands: readonly TargetBand[],
  axes: readonly ValueAxis[],
  { begin, end }: ChartRange,
  at: number | undefined,
): TargetBand | undefined {
  return bands.findLast(
    ({ unit = TARGET_UNIT, from = begin, to = end }) =>
      axes.some((axis) => axis.unit === unit) && (at === undefined ? from < end && to > begin : from <= at && at <= to),
  );
}

function HitFigures({ series, hit, at }: { series: ChartSeries; hit: Hit | undefined; at: number }) {
  if (!hit?.point)
    return <span className="text-ink-faint">{isExcluded(series, at) ? qualityStateWords.excluded : '-'}</span>;
  const { value, spread } = pointFigures(series, hit.point);
  return (
    <>
      {spread && <span className="mr-2 text-ink-faint sm:hidden md:inline">{spread}</span>}
      <strong className="font-semibold">{value}</strong> {series.unit}
    </>
  );
}

function SummaryFigures({ series, summary }: { series: ChartSeries; summary: Summary | undefined }) {
  // Show nothing before the first layout: a dash would be replaced by values.
  if (!summary) return null;
  const { extremes } = summary;
  if (!extremes) return <span className="text-ink-faint">-</span>;
  const { decimals, unit, kind } = series;
  if (kind === 'state') return `평균 ${formatNumber(extremes.mean, decimals)} ${unit}`;
  if (kind === 'bars') return `최고 ${formatNumber(extremes.max, decimals)} ${unit}`;
  const [low, high] = [formatNumber(extremes.min, decimals), formatNumber(extremes.max, decimals)];
  return `${low === high ? low : `${low}–${high}`} ${unit}`;
}

function LegendMark({ series: { colour, dash, kind, isPale, dotPx } }: { series: ChartSeries }) {
  const paint = `var(--series-${colour}, #808080)`;
  if (dotPx !== undefined) {
    return (
      <svg width="24" height="12" viewBox="0 0 24 12" className="shrink-0 self-center" aria-hidden="true">
        <circle cx="12" cy="6" r={dotPx} fill={paint} opacity={isPale ? PALE_ALPHA : 1} />
      </svg>
    );
  }
  return (
    <svg width="24" height="12" viewBox="0 0 24 12" className="shrink-0 self-center" aria-hidden="true">
      {kind === 'line' ? (
        <path
          d="M0 6H24"
          stroke={paint}
          strokeWidth={isPale ? 1.5 : 2.5}
          strokeDasharray={dash.join(' ')}
          opacity={isPale ? PALE_ALPHA : 1}
        />
      ) : (
        <path
          d={kind === 'bars' ? 'M2 12V5h5v7zM9 12V1h5v11zM16 12V7h5v5z' : 'M0 2h24v8H0z'}
          fill={paint}
          opacity="0.8"
        />
      )}
    </svg>
  );
}

/** Says that the plot is empty, so that it does not look like an error. */
export function EmptyNotice({ crosshair }: { crosshair: Crosshair }) {
  const { summaries } = useObservable(crosshair.readout);
  if (summaries.length === 0 || summaries.some(({ extremes }) => extremes)) return null;
  return (
    <p className="pointer-events-none absolute inset-0 grid place-items-center text-ink-soft">
      이 기간에는 관측값이 없습니다.
    </p>
  );
}

/** The crosshair line and a mark on every series, in a layer above the canvas. */
export function CrosshairLayer({ crosshair }: { crosshair: Crosshair }) {
  const { reading } = useObservable(crosshair.readout);
  if (!reading) return null;
  const { x, top, bottom, marks } = reading;
  return (
    <svg className="pointer-events-none absolute inset-0 size-full" aria-hidden="true">
      <line x1={x} x2={x} y1={top} y2={bottom} stroke="var(--ink, currentColor)" strokeWidth="1" opacity="0.7" />
      {marks.map(({ key, colour, y }) => (
        <circle key={key} cx={x} cy={y} r="4.5" fill={colour} stroke="var(--card, Canvas)" strokeWidth="2" />
      ))}
    </svg>
  );
}

/** Holding an arrow key must not queue an announcement for every step, ms. */
const SPEAK_EVERY_MS = 700;

type VoiceProps = { crosshair: Crosshair; series: readonly ChartSeries[]; plot: RefObject<HTMLElement | null> };

/** Announces the reading to a screen reader while the chart has the focus, not while a mouse hovers. */
export function CrosshairAnnouncer({ crosshair, series, plot }: VoiceProps) {
  const { reading, view } = useObservable(crosshair.readout);
  const [sentence, setSentence] = useState('');
  const latest = useRef('');
  const timer = useRef(0);
  useEffect(() => {
    if (!reading || !plot.current?.contains(document.activeElement)) return;
    latest.current = spokenReading(series, reading.hits, reading.at, view);
    // Keep a running timer: while a key is held, the newest reading is announced at each interval.
    timer.current ||= window.setTimeout(() => {
      timer.current = 0;
      setSentence(latest.current);
    }, SPEAK_EVERY_MS);
  }, [reading, view, series, plot]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <p className="sr-only" aria-live="polite">
      {sentence}
    </p>
  );
}

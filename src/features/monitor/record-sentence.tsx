import type { MonitorRecord, Series } from '#contract/monitor/monitor.ts';
import { byTypeOrder, channelTypes } from '#contract/series/sensor-types.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { formatDate, formatDateTime, formatSpokenTime } from '#src/lib/format-date.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';

type RecordSentenceProps = { record: MonitorRecord };

type Extreme = { value: number; at: number; series: Series };

/** The minimum and maximum of the most important type on the chart, in a sentence. */
export function RecordSentence({ record }: RecordSentenceProps) {
  const [first] = [...record.data.sensorGraph].sort((a, b) => byTypeOrder(a.type, b.type));
  if (!first) return null;
  const alike = record.data.sensorGraph.filter(({ type }) => type === first.type);
  const lowest = extreme(alike, 1, (a, b) => a < b);
  const highest = extreme(alike, 3, (a, b) => a > b);
  const { label } = channelTypes[first.type];
  if (!lowest || !highest) return <p className="text-lg text-ink-soft">이 기간에는 {label} 기록이 없습니다.</p>;
  const isOneDay = record.end - record.begin <= 1.5 * DAY_MS;
  return (
    <p className="text-lg leading-snug">
      {label} 최저 <Moment {...lowest} isOneDay={isOneDay} isHouseNamed={alike.length > 1} />, 최고{' '}
      <Moment {...highest} isOneDay={isOneDay} isHouseNamed={alike.length > 1} />
    </p>
  );
}

function Moment({ value, at, series, isOneDay, isHouseNamed }: Extreme & { isOneDay: boolean; isHouseNamed: boolean }) {
  const when = isOneDay ? formatSpokenTime(at) : series.stepMs >= DAY_MS ? formatDate(at) : formatDateTime(at);
  return (
    <>
      <strong className="tabular whitespace-nowrap">
        {formatWithUnit(value, series.unit, channelTypes[series.type].decimals)}
      </strong>{' '}
      <span className="text-ink-soft">
        {/* A formatted date contains its own brackets. */}
        {isOneDay && '('}
        {isHouseNamed && `${series.areaName} `}
        <span className="whitespace-nowrap">{when}</span>
        {isOneDay && ')'}
      </span>
    </>
  );
}

/** The most extreme point of all series; `at` is the start of its bucket. */
function extreme(all: readonly Series[], column: 1 | 3, beats: (a: number, b: number) => boolean): Extreme | undefined {
  let best: Extreme | undefined;
  for (const series of all) {
    for (const point of series.points) {
      if (!best || beats(point[column], best.value)) best = { value: point[column], at: point[0], series };
    }
  }
  return best;
}

import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { silentAfterMs } from '#contract/series/staleness.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import type { Choice } from './choice.ts';
import { stationName } from './compared-series.tsx';

type NewestMeasuredProps = { choice: Choice; record: MonitorRecord; now: number };

/** The age of the newest value of each series, and which series are simulated. */
export function NewestMeasured({ choice: { house, outsides }, record, now }: NewestMeasuredProps) {
  const lines = [
    ...(house ? [{ target: house, name: `${house.areaName} ${house.name}`, isSimulated: false }] : []),
    ...outsides.map(({ station, sensor }) => ({
      target: sensor,
      name: stationName(station),
      isSimulated: station.isSimulated,
    })),
  ];
  const reachesNow = record.end > now;
  return (
    <ul className="flex flex-col gap-1 text-age text-ink-soft">
      {lines.map(({ target: { index, intervalMs }, name, isSimulated }) => {
        const series = record.data.sensorGraph.find((one) => one.index === index);
        const at = series?.points.at(-1)?.[0];
        const isMeasuring = series !== undefined && at !== undefined && series.stepMs < DAY_MS;
        // A bucket has the time of its start; its readings may be later.
        const isSilent = isMeasuring && reachesNow && now - at > series.stepMs + silentAfterMs(intervalMs);
        return (
          <li key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span>
              {name}
              {at === undefined && ': 이 기간에는 잰 값이 없습니다'}
              {isMeasuring && (
                <>
                  : 마지막 값{' '}
                  <time dateTime={new Date(at).toISOString()} className="tabular">
                    {formatDateTime(at)}
                  </time>
                  {reachesNow && ` (${formatAge(now - at)})`}
                </>
              )}
            </span>
            {isSilent && <StatusTag tone="lost">끊김</StatusTag>}
            {isSimulated && <StatusTag tone="quiet">모의 데이터</StatusTag>}
          </li>
        );
      })}
    </ul>
  );
}

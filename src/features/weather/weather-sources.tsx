import type { WeatherSource } from '#contract/weather/weather.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';

type WeatherSourcesProps = {
  /** The public station; undefined if the page shows no measurements. */
  station?: WeatherSource;
  forecast: WeatherSource;
  /** When the forecast was issued, ISO instant; null without one. */
  issuedAt: string | null;
  now: number;
};

/** The sources of the values, their age, and whether they are simulated. */
export function WeatherSources({ station, forecast, issuedAt, now }: WeatherSourcesProps) {
  const isSimulated = station?.isSimulated || forecast.isSimulated;
  return (
    <div className="flex flex-col gap-1 text-age text-ink-soft">
      {isSimulated && (
        <p>
          <StatusTag tone="quiet">모의 데이터</StatusTag>
        </p>
      )}
      {station && (
        <p>
          관측: {station.name ?? '연결한 관측소 없음'}
          {station.name !== null && <Instant at={station.observedAt} word="관측" now={now} />}
        </p>
      )}
      <p>
        예보: {forecast.name ?? '농장의 위치를 알 수 없음'}
        {forecast.name !== null && <Instant at={issuedAt} word="발표" now={now} />}
      </p>
    </div>
  );
}

function Instant({ at, word, now }: { at: string | null; word: string; now: number }) {
  if (at === null) return ', 아직 받은 값이 없습니다';
  const instant = Date.parse(at);
  return (
    <>
      ,{' '}
      <time dateTime={at} className="tabular whitespace-nowrap">
        {formatDateTime(instant)}
      </time>{' '}
      {word} ({formatAge(now - instant)})
    </>
  );
}

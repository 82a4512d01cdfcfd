import { MINUTE_MS } from '#contract/time/time.ts';
import type { SimpleWeather } from '#contract/weather/weather.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { sourceWords } from './rain-panel.tsx';
import { extremeKind, instantOf } from './weather-day.ts';

type DayExtremesProps = {
  /** Undefined while loading or unavailable. */
  weather: SimpleWeather | undefined;
  /** Seoul day, yyyy-MM-dd. */
  date: string;
  isToday: boolean;
  now: number;
};

/** Maximum, current (today only) and minimum temperature with their times; '-' if missing. */
export function DayExtremes({ weather, date, isToday, now }: DayExtremesProps) {
  const extreme = (label: string, found: SimpleWeather['maxTemperature'] | undefined) => {
    const kind = found && extremeKind(found, date, now);
    return (
      <Cell label={label} value={found?.value} time={found?.time}>
        {kind && kind !== 'measured' && <span className="text-age text-ink-soft">{sourceWords[kind]}</span>}
      </Cell>
    );
  };
  const current = weather?.currentTemperature;
  return (
    <dl className="flex *:flex-1 rounded-card bg-card py-4 text-center shadow-card">
      {extreme('최고', weather?.maxTemperature)}
      {isToday && (
        <Cell label="현재" value={current?.value} time={current?.time}>
          {current?.isForecast ? (
            <span className="text-age text-ink-soft">{sourceWords.coming}</span>
          ) : (
            // Not the age of the station: it may still send other values than this one.
            current?.time != null && (
              <AgeBadge at={instantOf(date, current.time)} now={now} intervalMs={10 * MINUTE_MS} />
            )
          )}
        </Cell>
      )}
      {extreme('최저', weather?.minTemperature)}
    </dl>
  );
}

type CellProps = {
  label: string;
  value: number | null | undefined;
  time: string | null | undefined;
  children: React.ReactNode;
};

function Cell({ label, value, time, children }: CellProps) {
  return (
    <div className="flex min-w-0 flex-col items-center">
      <dt className="text-ink-soft">{label}</dt>
      <dd>
        <Figure value={formatNumber(value, 1)} unit="℃" size="md" />
        <p className="tabular min-h-6 text-ink-soft">{time ?? '-'}</p>
        {children}
      </dd>
    </div>
  );
}

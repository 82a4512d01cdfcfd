import { type QueryClient, useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { addSeoulDays, MINUTE_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { formatDate } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { Sheet } from '#src/ui/dialog/sheet.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { DayExtremes } from './day-extremes.tsx';
import { RainPanel } from './rain-panel.tsx';
import { SunDial } from './sun-dial.tsx';
import { isLastDay } from './weather-day.ts';
import { weatherDayQuery } from './weather-queries.ts';
import { WeatherSources } from './weather-sources.tsx';

type WeatherDialogProps = {
  farms: readonly { index: number; farmName: string }[];
  farmIndex: number;
  /** A Seoul day, yyyy-MM-dd; undefined: the current day. */
  date: string | undefined;
  onFarm: (farmIndex: number) => void;
  onDate: (date: string | undefined) => void;
  onClose: () => void;
  /** A link to connect a station, for farms without one. */
  stationLink?: ReactNode;
};

/** Prefetches what the dialog shows first: the day of `now` (epoch ms), kept in memory until it is opened. */
export async function prefetch(queryClient: QueryClient, farmIndex: number, now: number): Promise<void> {
  await queryClient.prefetchQuery(weatherDayQuery(farmIndex, seoulDate(now)));
}

/** One day's weather at a farm: extremes, sun and rain. Import lazily. */
export function WeatherDialog({ farms, farmIndex, date, onFarm, onDate, onClose, stationLink }: WeatherDialogProps) {
  const now = useNow(MINUTE_MS);
  const today = seoulDate(now);
  const shown = date ?? today;
  const turn = (days: number) => {
    const next = addSeoulDays(shown, days);
    onDate(next === today ? undefined : next);
  };
  return (
    <Sheet title="날씨" onClose={onClose}>
      <div className="flex flex-col gap-4">
        {farms.length > 1 && (
          <NativeSelect
            label="농장"
            isLabelHidden
            value={String(farmIndex)}
            onChange={(value) => onFarm(Number(value))}
          >
            {farms.map(({ index, farmName }) => (
              <option key={index} value={index}>
                {farmName}
              </option>
            ))}
          </NativeSelect>
        )}
        <div className="flex items-center justify-between gap-2">
          <IconButton label="전날" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden className="size-6" />
          </IconButton>
          <p aria-live="polite" className="text-center text-lg font-bold">
            {formatDate(startOfSeoulDate(shown))}
            <span className="font-normal text-ink-soft"> {dayName(shown, today)}</span>
          </p>
          <IconButton label="다음 날" disabled={isLastDay(shown, today)} onClick={() => turn(1)}>
            <ChevronRight aria-hidden className="size-6" />
          </IconButton>
        </div>
        <Day farmIndex={farmIndex} date={shown} isToday={shown === today} now={now} stationLink={stationLink} />
      </div>
    </Sheet>
  );
}

type DayProps = Pick<WeatherDialogProps, 'farmIndex' | 'stationLink'> & { date: string; isToday: boolean; now: number };

function Day({ farmIndex, date, isToday, now, stationLink }: DayProps) {
  const agesTo = useAgesTo();
  const answer = useQuery(weatherDayQuery(farmIndex, date));
  const weather = answer.data?.value;
  return (
    <>
      {answer.isError && !weather && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
          <p>날씨를 받지 못했습니다.</p>
          <Button onClick={() => void answer.refetch()} isBusy={answer.isFetching}>
            다시 시도
          </Button>
        </div>
      )}
      <DataAgeNote seen={answer.data} now={agesTo} />
      <DayExtremes weather={weather} date={date} isToday={isToday} now={now} />
      <SunDial day={startOfSeoulDate(date)} now={isToday ? now : null} />
      <RainPanel weather={weather} date={date} now={now} />
      {weather && (
        <WeatherSources station={weather.source} forecast={weather.forecast} issuedAt={weather.issuedAt} now={agesTo} />
      )}
      {weather && weather.source.name === null && stationLink}
    </>
  );
}

/** '오늘', '어제', '내일', '모레'; nothing for other days. */
function dayName(date: string, today: string): string {
  const names: Record<string, string> = {
    [addSeoulDays(today, -1)]: '어제',
    [today]: '오늘',
    [addSeoulDays(today, 1)]: '내일',
    [addSeoulDays(today, 2)]: '모레',
  };
  return names[date] ?? '';
}

import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { sunTimes } from '#contract/time/sun.ts';
import {
  addSeoulDays,
  DAY_MS,
  HOUR_MS,
  isSeoulDate,
  MINUTE_MS,
  seoulDate,
  startOfSeoulDate,
} from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { formatDate, formatDuration } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { MoonCard } from './moon-card.tsx';
import { SunDial } from './sun-dial.tsx';
import { SunTimes } from './sun-times.tsx';

/** The time at which the moon of another day is shown, after midnight, ms. */
const EVENING_MS = 21 * HOUR_MS;

type SkyPanelProps = {
  /** A Seoul day, yyyy-MM-dd; undefined: today. */
  date: string | undefined;
  onDate: (date: string | undefined) => void;
};

/** Sun and moon over Jeju on any day. */
export function SkyPanel({ date, onDate }: SkyPanelProps) {
  const now = useNow(MINUTE_MS);
  const today = seoulDate(now);
  const shown = date !== undefined && isSeoulDate(date) ? date : today;
  const isToday = shown === today;
  const begin = startOfSeoulDate(shown);
  const choose = (next: string) => onDate(next === today ? undefined : next);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-2">
        <IconButton label="전날" onClick={() => choose(addSeoulDays(shown, -1))}>
          <ChevronLeft aria-hidden className="size-6" />
        </IconButton>
        <DateField label="날짜" value={shown} onChange={(next) => next !== null && choose(next)} />
        <IconButton label="다음 날" onClick={() => choose(addSeoulDays(shown, 1))}>
          <ChevronRight aria-hidden className="size-6" />
        </IconButton>
        {!isToday && <Button onClick={() => onDate(undefined)}>오늘</Button>}
      </div>
      <p aria-live="polite" className="text-xl font-bold">
        {formatDate(begin)} {lightWords(begin)}
      </p>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
        <div className="flex min-w-0 flex-col gap-5">
          <SunDial day={begin} now={isToday ? now : null} />
          <MoonCard at={isToday ? now : begin + EVENING_MS} />
        </div>
        <SunTimes day={begin} now={isToday ? now : null} />
      </div>
    </div>
  );
}

/** Day length and its change, which control flowering and colouring. */
function lightWords(begin: number): string {
  const light = (day: number) => {
    const { sunrise, sunset } = sunTimes(day);
    return sunset - sunrise;
  };
  const length = light(begin);
  const change = Math.round((length - light(begin - 7 * DAY_MS)) / MINUTE_MS);
  const words =
    change === 0 ? '일주일 전과 같습니다' : `일주일 전보다 ${Math.abs(change)}분 ${change > 0 ? '깁니다' : '짧습니다'}`;
  return `낮 길이 ${formatDuration(length)}, ${words}.`;
}

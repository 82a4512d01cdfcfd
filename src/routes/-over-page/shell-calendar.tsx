import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { OWN_CALENDAR } from '#src/features/growth-calendar/calendar-address.ts';
import { CalendarButton } from '#src/features/growth-calendar/calendar-button.tsx';
import { useWhenIdle } from '#src/lib/use-idle.ts';
import { OverPage } from './over-page.tsx';
import { useOverPage } from './use-over-page.ts';

const loadDialog = async () => await import('./calendar-over-page.tsx');
const FAILURE = '생육 달력을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.';

type ShellCalendarProps = { farms: readonly Farm[]; farm: Farm };

/** The growth calendar's button in the header, and its dialog, whose state is in the URL: `calendar=2026-11.CRO001`. */
export function ShellCalendar({ farms, farm }: ShellCalendarProps) {
  const queryClient = useQueryClient();
  const { asked, part, prepare, isPrepared, open, change, close } = useOverPage('calendar', loadDialog, FAILURE);
  const handleNear = useCallback(
    () => prepare(({ prefetch }) => prefetch(queryClient, farm.index)),
    [queryClient, prepare, farm.index],
  );
  // With a worker the response is cached and costs no traffic; without one it is fetched when the pointer is near.
  const readOnDevice = useCallback(() => {
    if (navigator.serviceWorker?.controller) void handleNear();
  }, [handleNear]);
  useWhenIdle(readOnDevice);
  return (
    <>
      <CalendarButton
        isOpen={asked !== undefined}
        onNear={() => void handleNear()}
        onOpen={() => void open(OWN_CALENDAR)}
      />
      {part && (
        <OverPage isOpen={asked !== undefined} isPrepared={isPrepared}>
          <part.CalendarOverPage
            farms={farms}
            farm={farm}
            address={asked ?? OWN_CALENDAR}
            onAddress={(calendar) => change({ calendar })}
            onFarm={(index, calendar) => change({ farm: index, calendar, sensors: undefined, devices: undefined })}
            onClose={close}
          />
        </OverPage>
      )}
    </>
  );
}

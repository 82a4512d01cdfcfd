import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { isSeoulDate } from '#contract/time/time.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { WeatherButton } from '#src/features/weather/weather-button.tsx';
import { useWhenIdle } from '#src/lib/use-idle.ts';
import { StationLink } from '../-station-link.tsx';
import { OverPage } from './over-page.tsx';
import { useOverPage } from './use-over-page.ts';

const loadDialog = async () => await import('#src/features/weather/weather-dialog.tsx');
const FAILURE = '날씨를 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.';

type ShellWeatherProps = { farms: readonly Farm[]; farm: Farm };

/** The weather in the header, and its dialog, whose state is in the URL: `weather=today` or a day. */
export function ShellWeather({ farms, farm }: ShellWeatherProps) {
  const queryClient = useQueryClient();
  const clock = useClock();
  const { asked, part, prepare, isPrepared, open, change, close } = useOverPage('weather', loadDialog, FAILURE);
  const isAsked = asked !== undefined;
  const handleNear = useCallback(
    () => prepare(({ prefetch }) => prefetch(queryClient, farm.index, clock.now())),
    [queryClient, clock, prepare, farm.index],
  );
  // On a slow phone, loading code and data takes longest: both are prefetched while the browser is idle.
  useWhenIdle(handleNear);
  return (
    <>
      <WeatherButton
        farmIndex={farm.index}
        isOpen={isAsked}
        onNear={() => void handleNear()}
        onOpen={() => void open('today')}
      />
      {part && (
        <OverPage isOpen={isAsked} isPrepared={isPrepared}>
          <part.WeatherDialog
            farms={farms}
            farmIndex={farm.index}
            date={isAsked && isSeoulDate(asked) ? asked : undefined}
            onFarm={(index) => change({ farm: index, sensors: undefined, devices: undefined })}
            onDate={(date) => change({ weather: date ?? 'today' })}
            onClose={close}
            stationLink={<StationLink farm={farm} />}
          />
        </OverPage>
      )}
    </>
  );
}

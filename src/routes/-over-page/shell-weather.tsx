import { useEffect } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { isSeoulDate } from '#contract/time/time.ts';
import { WeatherButton } from '#src/features/weather/weather-button.tsx';
import { useSettled } from '#src/lib/use-settled.ts';
import { StationLink } from '../-station-link.tsx';
import { useOverPage } from './use-over-page.ts';

const loadDialog = async () => (await import('#src/features/weather/weather-dialog.tsx')).WeatherDialog;
const FAILURE = '날씨를 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.';

type ShellWeatherProps = { farms: readonly Farm[]; farm: Farm };

/** The weather in the header, and its dialog, which stands in the address: `weather=today` or a day. */
export function ShellWeather({ farms, farm }: ShellWeatherProps) {
  const { asked, part: WeatherDialog, fetchPart, open, change, close } = useOverPage('weather', loadDialog, FAILURE);
  const isAsked = asked !== undefined;
  // On a slow phone reading the code is the longest part of an opening: it is read while nobody waits.
  const isSettled = useSettled(true);
  useEffect(() => {
    if (isSettled) void fetchPart();
  }, [isSettled, fetchPart]);
  return (
    <>
      <WeatherButton
        farmIndex={farm.index}
        isOpen={isAsked}
        onNear={() => void fetchPart()}
        onOpen={() => void open('today')}
      />
      {WeatherDialog && isAsked && (
        <WeatherDialog
          farms={farms}
          farmIndex={farm.index}
          date={isSeoulDate(asked) ? asked : undefined}
          onFarm={(index) => change({ farm: index, sensors: undefined, devices: undefined })}
          onDate={(date) => change({ weather: date ?? 'today' })}
          onClose={close}
          stationLink={<StationLink farm={farm} />}
        />
      )}
    </>
  );
}

import { Link, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { isSeoulDate } from '#contract/time/time.ts';
import { WeatherButton } from '#src/features/weather/weather-button.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What lies over the page was opened from it: closing goes back in the history. */
    isOverPage?: boolean;
  }
}

const loadDialog = async () => (await import('#src/features/weather/weather-dialog.tsx')).WeatherDialog;

type ShellWeatherProps = { farms: readonly Farm[]; farm: Farm };

/** The weather in the header, and its dialog, which stands in the address: `weather=today` or a day. */
export function ShellWeather({ farms, farm }: ShellWeatherProps) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const asked = useSearch({ strict: false, select: ({ weather }) => weather });
  const isOverPage = useLocation({ select: ({ state }) => state.isOverPage === true });
  const { part: WeatherDialog, fetchPart } = useLazyModule(loadDialog);
  const isAsked = asked !== undefined;
  useEffect(() => {
    if (isAsked) void fetchPart();
  }, [isAsked, fetchPart]);

  async function handleOpen() {
    if (await fetchPart()) change({ weather: 'today' }, { state: { isOverPage: true } });
    else showToast('날씨를 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }
  function handleClose() {
    if (isOverPage) history.back();
    else change({ weather: undefined }, { replace: true });
  }
  /** Days and farms are no steps of the history: Back leaves the dialog from wherever one is in it. */
  function change(next: object, how: { replace?: true; state: true | { isOverPage: true } } | { replace: true }) {
    void navigate({ to: '.', search: (was: object) => ({ ...was, ...next }), resetScroll: false, ...how });
  }
  const withinDialog = { replace: true, state: true } as const;

  return (
    <>
      <WeatherButton
        farmIndex={farm.index}
        isOpen={isAsked}
        onNear={() => void fetchPart()}
        onOpen={() => void handleOpen()}
      />
      {WeatherDialog && isAsked && (
        <WeatherDialog
          farms={farms}
          farmIndex={farm.index}
          date={isSeoulDate(asked) ? asked : undefined}
          onFarm={(index) => change({ farm: index, sensors: undefined, devices: undefined }, withinDialog)}
          onDate={(date) => change({ weather: date ?? 'today' }, withinDialog)}
          onClose={handleClose}
          stationLink={
            farm.right === 'own' && (
              <Link
                to="/cms/farm/farm-edit/$id"
                params={{ id: String(farm.index) }}
                className="font-medium text-leaf underline underline-offset-4"
              >
                농장 정보에서 기상 관측소 정하기
              </Link>
            )
          }
        />
      )}
    </>
  );
}

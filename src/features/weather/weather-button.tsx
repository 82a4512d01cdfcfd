import { useQuery } from '@tanstack/react-query';

import { precipitationNames } from '#contract/weather/weather-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { formatAge } from '#src/lib/format-date.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';
import { weatherAt } from './weather-at.ts';
import { WeatherIcon } from './weather-icon.tsx';
import { weatherNowQuery } from './weather-queries.ts';

type WeatherButtonProps = {
  farmIndex: number;
  isOpen: boolean;
  /** Called on hover or focus: prefetch the dialog. */
  onNear: () => void;
  onOpen: () => void;
};

/** The current weather at the farm in the header: an icon, on wide screens the temperature, and its age if stale. */
export function WeatherButton({ farmIndex, isOpen, onNear, onOpen }: WeatherButtonProps) {
  const now = useAgesTo();
  const { data } = useQuery(weatherNowQuery(farmIndex));
  const { precipitationType, temperature, at, tone, isForecast } = weatherAt(data?.value.sensorValues ?? [], now);
  const falls = precipitationType === null ? undefined : precipitationNames[precipitationType];
  const figure = formatWithUnit(temperature, '℃', 1);
  const age = at !== null && tone !== 'fresh' ? formatAge(now - at) : undefined;
  const origin = isForecast ? '예보' : data?.value.source.isSimulated ? '모의 데이터' : undefined;
  const note = age ?? origin;
  const words = ['날씨', falls, figure === '-' ? '기온 모름' : figure, note].filter((word) => word !== undefined);
  const isOld = tone === 'late' || tone === 'lost';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={words.join(', ')}
      title={words.join(', ')}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
      className="relative flex min-h-touch min-w-touch shrink-0 items-center justify-center gap-2 rounded-card transition-colors hover:bg-sunken md:px-2"
    >
      <WeatherIcon type={precipitationType} />
      <span className="grid text-left leading-tight max-md:hidden">
        <span className="tabular font-semibold whitespace-nowrap">{figure}</span>
        {note !== undefined && (
          <span className={isOld ? 'text-age text-warn-ink' : 'text-age text-ink-faint'}>{note}</span>
        )}
      </span>
      {isOld && (
        <span aria-hidden className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-warn-line md:hidden" />
      )}
    </button>
  );
}

import { useState } from 'react';
import type { ForecastHour } from '#contract/weather/weather.ts';
import { precipitationNames } from '#contract/weather/weather-text.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Button } from '#src/ui/button/button.tsx';
import { isPast } from './forecast-series.tsx';
import { directionName } from './moon-words.tsx';
import type { NightMark } from './night-mark.ts';
import { WeatherIcon } from './weather-icon.tsx';

const skyNames: Record<number, string> = { 1: '맑음', 3: '구름 많음', 4: '흐림' };

const cell = 'px-2 py-2 text-right whitespace-nowrap';

type ForecastHoursProps = {
  /** Accessible name of the table. */
  caption: string;
  hours: readonly ForecastHour[];
  /** The coming night in a house, marked at its coldest hour. */
  mark: NightMark | undefined;
  /** That hour, epoch ms. */
  coldestAt: number | undefined;
  now: number;
};

/** The hourly forecast of a day; past hours are shown on demand, with the last forecast, and marked. */
export function ForecastHours({ caption, hours, mark, coldestAt, now }: ForecastHoursProps) {
  const [showsOver, setShowsOver] = useState(false);
  if (hours.length === 0) return <p className="text-ink-soft">이날의 예보가 없습니다.</p>;
  const overCount = hours.filter((hour) => isPast(hour, now)).length;
  return (
    <>
      {overCount > 0 && (
        <Button onClick={() => setShowsOver(!showsOver)} aria-expanded={showsOver} className="self-start">
          {showsOver ? '지난 시간 접기' : `지난 ${overCount}시간 보기`}
        </Button>
      )}
      <HourTable
        caption={caption}
        mark={mark}
        coldestAt={coldestAt}
        now={now}
        hours={showsOver ? hours : hours.slice(overCount)}
      />
    </>
  );
}

function HourTable({ caption, hours, mark, coldestAt, now }: ForecastHoursProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keys.
    <section tabIndex={0} aria-label={caption} className="overflow-x-auto">
      <table className="tabular w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="sticky left-0 bg-card px-2 py-2 text-left">
              시각
            </th>
            <th scope="col" className="px-2 py-2 text-left">
              하늘
            </th>
            {['기온 (℃)', '강수 확률 (%)', '강수량 (mm)', '습도 (%)', '바람 (m/s)'].map((title) => (
              <th key={title} scope="col" className={cell}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <HourRow
              key={hour.at}
              hour={hour}
              isOver={isPast(hour, now)}
              mark={Date.parse(hour.at) === coldestAt ? mark : undefined}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type HourRowProps = { hour: ForecastHour; isOver: boolean; mark: NightMark | undefined };

function HourRow({ hour, isOver, mark }: HourRowProps) {
  const { at, temperatureC, sky, precipitationType, probabilityPct, rainMm, humidityPct, windMps, windDeg } = hour;
  const falls = (precipitationType ?? 0) > 0;
  return (
    <tr className={classNames('bg-card odd:bg-sunken', isOver && 'text-ink-soft')}>
      <th scope="row" className="sticky left-0 bg-inherit px-2 py-2 text-left font-normal whitespace-nowrap">
        {formatClock(Date.parse(at))}
        {isOver && <span className="ml-1.5 text-age">지남</span>}
      </th>
      <td className="px-2 py-2 whitespace-nowrap">
        <span className="flex items-center gap-1.5">
          {falls && <WeatherIcon type={precipitationType} className="size-5" />}
          {(falls && precipitationType !== null && precipitationNames[precipitationType]) || skyNames[sky ?? 0] || '-'}
        </span>
      </td>
      <td className={classNames(cell, 'font-semibold')}>
        {formatNumber(temperatureC, 1)}
        {mark && <HouseMark mark={mark} />}
      </td>
      <td className={cell}>{formatNumber(probabilityPct, 0)}</td>
      <td className={cell}>{formatNumber(rainMm?.value, 1)}</td>
      <td className={cell}>{formatNumber(humidityPct, 0)}</td>
      <td className={cell}>
        {windDeg === null ? '' : `${directionName(windDeg)} `}
        {formatNumber(windMps, 1)}
      </td>
    </tr>
  );
}

/** '1동 2.8, 한계 3' at the coldest hour of the night. */
function HouseMark({ mark: { areaName, lowestC, limitC } }: { mark: NightMark }) {
  const isUnder = lowestC < limitC;
  return (
    <span className={classNames('block text-age', isUnder ? 'text-warn-ink' : 'font-normal text-ink-soft')}>
      밤 최저 · {areaName} {formatNumber(lowestC, 1)}, 한계 {formatNumber(limitC, Number.isInteger(limitC) ? 0 : 1)}
    </span>
  );
}

import type { ReactNode } from 'react';
import type { SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { SeriesSwatch } from '#src/ui/series-swatch.tsx';
import { trendOf } from './trend-of.tsx';

type SensorTileProps = {
  sensor: SensorValue;
  now: number;
  isLarge: boolean;
  /** The last day as a small line, where the tile has room for it. */
  trend?: ReactNode;
};

/** One sensor as a small sentence: what it measures, how much, which way, between what today, and how old that is. */
export function SensorTile({ sensor, now, isLarge, trend }: SensorTileProps) {
  const { label, decimals, unit, colour, dash } = channelTypes[sensor.type];
  const at = sensor.date === null ? null : Date.parse(sensor.date);
  const titleId = `sensor-${sensor.index}`;
  return (
    <Card
      age={staleness(sensor.date, sensor.intervalMs, now).tone}
      aria-labelledby={titleId}
      padding="md"
      className="flex h-full flex-col gap-1 max-[359px]:px-3"
      data-sensor={sensor.index}
    >
      <h3 id={titleId} className="flex items-center gap-2 font-medium text-ink-soft">
        <SeriesSwatch colour={colour} dash={dash} />
        {sensor.sensorName === label ? label : sensor.sensorName}
      </h3>
      <Figure
        value={formatNumber(sensor.value, decimals)}
        unit={unit}
        size={isLarge ? 'xl' : 'md'}
        {...trendOf(sensor, now)}
      />
      {sensor.flagged && <p className="font-medium text-warn-ink">있을 수 없는 값입니다. 센서를 확인해 주세요.</p>}
      {sensor.excluded && <p className="font-medium text-ink-soft">이 센서의 값은 지금 통계에서 제외합니다.</p>}
      <TodayExtremes sensor={sensor} decimals={decimals} isOneLine={isLarge} />
      {trend && <div className="my-auto">{trend}</div>}
      <div className="mt-auto">
        <AgeBadge at={at} now={now} intervalMs={sensor.intervalMs} />
      </div>
    </Card>
  );
}

type TodayExtremesProps = { sensor: SensorValue; decimals: number; isOneLine: boolean };

/** Two lines of equal columns in a small tile, so that tiles side by side keep one height whatever the digits. */
function TodayExtremes({ sensor: { today }, decimals, isOneLine }: TodayExtremesProps) {
  if (!today) return <p className="text-ink-soft">오늘 받은 값이 없습니다.</p>;
  const rows = [
    ['최저', today.min],
    ['최고', today.max],
  ] as const;
  return (
    <dl
      className={`tabular text-ink-soft ${isOneLine ? 'flex flex-wrap gap-x-4' : 'grid grid-cols-[auto_1fr] gap-x-1.5'}`}
    >
      {rows.map(([label, { value, at }]) => (
        <div key={label} className={isOneLine ? 'flex gap-1.5 whitespace-nowrap' : 'contents'}>
          <dt>{label}</dt>
          <dd>
            <span className="font-semibold text-ink">{formatNumber(value, decimals)}</span>{' '}
            <time dateTime={at} className="text-age">
              {formatClock(Date.parse(at))}
            </time>
          </dd>
        </div>
      ))}
    </dl>
  );
}

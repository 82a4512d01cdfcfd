import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatClock, formatDate } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { trendOf } from './trend-of.tsx';

type WallViewProps = { farmName: string; areas: AreaValues; now: number };

/** To be read from three metres: each house's temperature first, the clock, and how old what is shown is. */
export function WallView({ farmName, areas, now }: WallViewProps) {
  const houses = heard(areas);
  return (
    <div className="fade-in flex flex-col gap-4" data-wall>
      <header className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="flex-1 text-2xl font-bold">{farmName}</h1>
        <p className="text-2xl text-ink-soft">{formatDate(now)}</p>
        <p className="tabular text-figure-lg font-bold">{formatClock(now)}</p>
      </header>
      <div className={`grid gap-4 ${houses.length > 1 ? 'lg:grid-cols-2 lg:items-start' : ''}`}>
        {houses.map(({ areaName, sensors }) => (
          <section key={areaName} aria-label={areaName} className="flex min-w-0 flex-col gap-2">
            <h2 className="text-2xl font-bold">{areaName}</h2>
            <ul className="grid grid-cols-6 gap-3">
              {sensors.map((sensor, at) => (
                <li key={sensor.index} className={wallSpan(sensors.length, at)}>
                  <WallTile sensor={sensor} now={now} isFirst={at === 0} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** What never reported is not a figure yet, and a house without figures needs no room on the wall. */
function heard(areas: AreaValues) {
  return areas
    .map(({ areaName, sensorValues }) => ({
      areaName,
      sensors: sensorValues.filter(({ type, date }) => !isActuator(type) && date !== null),
    }))
    .filter(({ sensors }) => sensors.length > 0);
}

/** The first takes two thirds and two rows; two stand beside it, the others in threes below, the last ones wider. */
function wallSpan(count: number, at: number): string {
  if (at === 0) return count === 1 ? 'col-span-6' : count === 2 ? 'col-span-4' : 'col-span-4 row-span-2';
  const rest = Math.max(0, count - 3) % 3;
  if (count <= 3 || rest === 0 || at < count - rest) return 'col-span-2';
  return rest === 1 ? 'col-span-6' : 'col-span-3';
}

type WallTileProps = { sensor: SensorValue; now: number; isFirst: boolean };

function WallTile({ sensor, now, isFirst }: WallTileProps) {
  const { decimals, unit } = channelTypes[sensor.type];
  const at = sensor.date === null ? null : Date.parse(sensor.date);
  const { trend } = trendOf(sensor, now);
  return (
    <Card
      age={staleness(sensor.date, sensor.intervalMs, now).tone}
      padding="md"
      className="flex h-full flex-col justify-center gap-1"
      data-sensor={sensor.index}
    >
      <h3 className="text-xl font-medium text-ink-soft">{sensor.sensorName}</h3>
      <p className={`tabular leading-none font-bold ${isFirst ? 'text-[clamp(5rem,14vw,7rem)]' : 'text-[2.75rem]'}`}>
        {formatNumber(sensor.value, decimals)}
        {sensor.value !== null && <span className="text-[0.45em] font-semibold text-ink-soft"> {unit}</span>}
      </p>
      {isFirst && trend && <p className="text-xl text-ink-soft">{trend.label}</p>}
      {isFirst && sensor.today && (
        <p className="tabular flex flex-wrap gap-x-5 text-xl">
          <span>
            오늘 최저 <strong>{formatNumber(sensor.today.min.value, decimals)}</strong>
          </span>
          <span>
            최고 <strong>{formatNumber(sensor.today.max.value, decimals)}</strong>
          </span>
        </p>
      )}
      <div className="[zoom:1.5] empty:hidden">
        <AgeBadge at={at} now={now} intervalMs={sensor.intervalMs} />
      </div>
    </Card>
  );
}

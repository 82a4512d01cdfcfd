import type { ReactNode } from 'react';
import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';
import { isActuator } from '#contract/series/sensor-types.ts';
import { ActuatorStrip } from './actuator-strip.tsx';
import { SensorTile } from './sensor-tile.tsx';
import { tileSpan } from './tile-span.ts';

type AreaSectionProps = {
  area: AreaValues[number];
  now: number;
  renderTrend?: ((sensor: SensorValue) => ReactNode) | undefined;
};

/** One house: its temperature large and first, the other sensors, and how its equipment stands. */
export function AreaSection({ area: { areaName, sensorValues }, now, renderTrend }: AreaSectionProps) {
  // What never reported is not a figure yet; the list of what needs a hand names it.
  const sensors = sensorValues.filter(({ type, date }) => !isActuator(type) && date !== null);
  const actuators = sensorValues.filter(({ type, date }) => isActuator(type) && date !== null);
  if (sensors.length + actuators.length === 0) return null;
  const titleId = `area-${areaName}`;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="text-lg font-bold">
        {areaName}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-6 md:gap-4">
        {sensors.map((sensor, at) => {
          const isLarge = sensor.type === 'TEMPERATURE';
          return (
            <li
              key={sensor.index}
              className={tileSpan(
                sensors.map(({ type }) => type === 'TEMPERATURE'),
                at,
              )}
            >
              <SensorTile sensor={sensor} now={now} isLarge={isLarge} trend={isLarge && renderTrend?.(sensor)} />
            </li>
          );
        })}
      </ul>
      <ActuatorStrip actuators={actuators} now={now} />
    </section>
  );
}

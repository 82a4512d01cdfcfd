import type { AreaValues, SensorValue } from '#contract/monitor.ts';
import { channelTypes, isActuator } from '#contract/sensor-types.ts';
import { ageTone } from '#src/lib/age-tone.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { AgeBadge } from '#src/ui/age-badge.tsx';
import { Card } from '#src/ui/card.tsx';

export type WallViewProps = { farmName: string; areas: AreaValues; now: number };

/** To be read from three metres: each house's figures, the clock, and how old what is shown is. */
export function WallView({ farmName, areas, now }: WallViewProps) {
  return (
    <div className="fade-in flex flex-col gap-6" data-wall>
      <header className="flex items-baseline justify-between">
        <h1 className="text-2xl font-bold">{farmName}</h1>
        <p className="tabular text-figure-lg font-bold">{formatClock(now)}</p>
      </header>
      {areas.map(({ areaName, sensorValues }) => (
        <section key={areaName} aria-label={areaName} className="flex flex-col gap-3">
          <h2 className="text-2xl font-bold">{areaName}</h2>
          <ul className="grid grid-cols-2 gap-4 lg:grid-cols-3">
            {sensorValues
              .filter(({ type }) => !isActuator(type))
              .map((sensor) => (
                <li key={sensor.index}>
                  <WallTile sensor={sensor} now={now} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function WallTile({ sensor, now }: { sensor: SensorValue; now: number }) {
  const { decimals, unit } = channelTypes[sensor.type];
  const at = sensor.date === null ? null : Date.parse(sensor.date);
  return (
    <Card age={ageTone(at, now, sensor.intervalMs)} className="flex h-full flex-col gap-1">
      <h3 className="text-xl font-medium text-ink-soft">{sensor.sensorName}</h3>
      <p className="tabular text-[clamp(3.5rem,9vw,7rem)] leading-none font-bold whitespace-nowrap">
        {formatNumber(sensor.value, decimals)}
        {sensor.value !== null && <span className="text-[0.4em] font-semibold text-ink-soft"> {unit}</span>}
      </p>
      <AgeBadge at={at} now={now} intervalMs={sensor.intervalMs} />
    </Card>
  );
}

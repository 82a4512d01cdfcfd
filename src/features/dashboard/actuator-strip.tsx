import type { SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes, doesOpen } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatAge } from '#src/lib/format-date.ts';

type ActuatorStripProps = { actuators: readonly SensorValue[]; now: number };

/** What stands how, in words: equipment opens or runs; how far matters only where it can stand between. */
export function ActuatorStrip({ actuators, now }: ActuatorStripProps) {
  if (actuators.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-2">
      {actuators.map((actuator) => {
        const isOld = staleness(actuator.date, actuator.intervalMs, now).reporting !== 'reporting';
        return (
          <div
            key={actuator.index}
            className={`flex min-h-9 items-center gap-2 rounded-full bg-card px-3.5 ${isOld ? 'hatched text-offline-ink' : ''}`}
          >
            <dt className="text-ink-soft">{actuator.sensorName}</dt>
            <dd className={actuator.value ? 'font-bold text-leaf-strong' : 'font-medium'}>
              {stateWords(actuator)}
              {isOld && actuator.date !== null && ` · ${formatAge(now - Date.parse(actuator.date))}`}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function stateWords({ type, value }: SensorValue): string {
  if (value === null) return '-';
  const isOpening = doesOpen(type);
  if (value <= channelTypes[type].plausible[0]) return isOpening ? '닫힘' : '꺼짐';
  if (value >= channelTypes[type].plausible[1]) return isOpening ? '열림' : '켜짐';
  return `${Math.round(value)} %${isOpening ? ' 열림' : ''}`;
}

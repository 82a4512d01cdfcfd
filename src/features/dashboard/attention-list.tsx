import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type AreaValues, isSilent, type SensorValue } from '#contract/monitor/monitor.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { withParticle } from '#src/lib/with-particle.ts';
import { Card } from '#src/ui/card.tsx';
import { sensorsOf } from './values-query.ts';

type AttentionListProps = { areas: AreaValues; now: number };

/** What needs a hand: sensors that fell silent, and values that cannot be. */
export function AttentionList({ areas, now }: AttentionListProps) {
  const sensors = sensorsOf(areas);
  const silent = sensors.filter((sensor) => sensor.date !== null && isSilent(sensor, now));
  const unheard = sensors.filter(({ date }) => date === null);
  const flagged = sensors.filter((sensor) => sensor.flagged && !isSilent(sensor, now));
  return (
    <Card aria-labelledby="attention-title" className="flex flex-col gap-3">
      <h2 id="attention-title" className="text-lg font-bold">
        손볼 일
      </h2>
      {silent.length + flagged.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-soft">
          <CircleCheck aria-hidden className="size-5 shrink-0" />
          지금은 없습니다.{unheard.length === 0 && ' 센서가 모두 값을 보내고 있습니다.'}
        </p>
      ) : (
        <ul className="flex flex-col gap-3">
          {silent.map(({ index, areaName, sensorName, date }) => {
            const since = Date.parse(date ?? '');
            return (
              <li key={index} className="flex gap-3">
                <WifiOff aria-hidden className="mt-0.5 size-5 shrink-0 text-offline-ink" />
                <p>
                  <strong>
                    {areaName} {sensorName}
                  </strong>{' '}
                  값이 끊겼습니다.
                  <br />
                  <span className="text-age text-ink-soft">
                    마지막 값 <time dateTime={date ?? undefined}>{formatDateTime(since)}</time> ·{' '}
                    {formatAge(now - since)}
                  </span>
                </p>
              </li>
            );
          })}
          {flagged.map(({ index, areaName, sensorName }) => (
            <li key={index} className="flex gap-3">
              <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn-line" />
              <p>
                <strong>
                  {areaName} {withParticle(sensorName, '이')}
                </strong>{' '}
                있을 수 없는 값을 보냅니다. 센서를 확인해 주세요.
              </p>
            </li>
          ))}
        </ul>
      )}
      {unheard.length > 0 && <p className="text-ink-soft">아직 값을 보내지 않은 센서: {namesByArea(unheard)}</p>}
    </Card>
  );
}

/** '1동 지온, 연결 시험(시험 온도, 시험 습도)': a house with several is named once. */
function namesByArea(sensors: readonly SensorValue[]): string {
  return [...new Set(sensors.map(({ areaName }) => areaName))]
    .map((area) => {
      const names = sensors.filter(({ areaName }) => areaName === area).map(({ sensorName }) => sensorName);
      return names.length > 1 ? `${area}(${names.join(', ')})` : `${area} ${names.join()}`;
    })
    .join(', ');
}

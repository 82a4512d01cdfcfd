import type { SensorPlace } from '#contract/device/sensor.ts';
import { seoulParts } from '#contract/time/time.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';

type PlaceListProps = { places: readonly SensorPlace[] };

/** The present and former places of a sensor. */
export function PlaceList({ places }: PlaceListProps) {
  return (
    <FormSection title="위치 이력" lead="옮겨도 기록은 이어집니다.">
      <ol aria-label="위치 이력" className="flex flex-col">
        {places.map(({ areaName, sinceAt, by }, at) => (
          <li key={sinceAt} className="border-b border-line py-2 last:border-b-0">
            <p>
              <strong>{areaName}</strong>
              {at === 0 && <span className="text-ink-soft"> · 지금</span>}
            </p>
            <p className="text-age text-ink-soft">
              <time dateTime={sinceAt}>
                {seoulParts(Date.parse(sinceAt)).year}년 {formatDateTime(Date.parse(sinceAt))}
              </time>
              부터{by !== null && ` · ${by} 님`}
            </p>
          </li>
        ))}
      </ol>
    </FormSection>
  );
}

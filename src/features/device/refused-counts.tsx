import { useQuery } from '@tanstack/react-query';
import { type DeviceDetail, deviceRefusals } from '#contract/device/device.ts';
import { refusalWords } from '#contract/device/device-text.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';

type RefusedCountsProps = { device: Pick<DeviceDetail, 'index'> };

/** How many readings of the device were refused, by reason; nothing if there are none. */
export function RefusedCounts({ device }: RefusedCountsProps) {
  const { data } = useQuery(readQuery(deviceRefusals, { params: { id: device.index } }));
  if (!data || data.value.counts.length === 0) return null;
  const { counts, countedFrom } = data.value;
  return (
    <FormSection title="받지 않은 값" lead={`${formatDateTime(Date.parse(countedFrom))}부터 센 것입니다.`}>
      <ul aria-label="받지 않은 값" className="flex flex-col gap-3">
        {counts.map(({ reason, count, lastAt }) => (
          <li key={reason}>
            <strong className="tabular">{formatNumber(count, 0)}개</strong> {refusalWords[reason]}
            <br />
            <span className="text-age text-ink-soft">
              마지막 <time dateTime={lastAt}>{formatDateTime(Date.parse(lastAt))}</time>
            </span>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

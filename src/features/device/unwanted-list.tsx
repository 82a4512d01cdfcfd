import { useQuery } from '@tanstack/react-query';
import { type DeviceDetail, deviceRefusals } from '#contract/device/device.ts';
import { readQuery } from '#src/api/read/query.ts';
import { Button } from '#src/ui/button/button.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { useUnwantedCodes } from './use-unwanted-codes.ts';

type UnwantedListProps = { device: Pick<DeviceDetail, 'index'>; mayEdit: boolean };

/** Ignored codes of the device, each with an undo; nothing if there are none. */
export function UnwantedList({ device, mayEdit }: UnwantedListProps) {
  const { data } = useQuery(readQuery(deviceRefusals, { params: { id: device.index } }));
  const { reclaim, isBusy } = useUnwantedCodes(device.index);
  const codes = data?.value.unwanted ?? [];
  if (codes.length === 0) return null;
  return (
    <FormSection title="쓰지 않는 값" lead="장치가 보내더라도 무엇인지 여쭈어보지 않습니다.">
      <ul aria-label="쓰지 않는 값" className="flex flex-col gap-3">
        {codes.map((code) => (
          <li key={code} className="flex flex-wrap items-center justify-between gap-3">
            <strong>{code}</strong>
            {mayEdit && (
              <Button onClick={() => void reclaim(code)} isBusy={isBusy}>
                {code} 다시 쓰기
              </Button>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

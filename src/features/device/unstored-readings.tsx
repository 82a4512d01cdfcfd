import { useQuery } from '@tanstack/react-query';
import { type DeviceDetail, deviceRefusals } from '#contract/device/device.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';
import { RefusedCounts } from './refused-counts.tsx';
import { UnknownList } from './unknown-list.tsx';

type UnstoredReadingsProps = { device: DeviceDetail; mayEdit: boolean };

/** Readings of the device that are not stored: unknown codes and refused values. Nothing if all are stored. */
export function UnstoredReadings({ device, mayEdit }: UnstoredReadingsProps) {
  const { data } = useQuery({
    ...readQuery(deviceRefusals, { params: { id: device.index } }),
    refetchInterval: MINUTE_MS,
  });
  return (
    <div className="flex max-w-2xl flex-col gap-5 empty:hidden">
      <UnknownList device={device} unknown={data?.value.unknown ?? []} mayEdit={mayEdit} />
      <RefusedCounts device={device} />
    </div>
  );
}

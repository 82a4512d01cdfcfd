import { useQuery, useQueryClient } from '@tanstack/react-query';
import { manageDevices } from '#contract/device/device.ts';
import { createSensor } from '#contract/device/sensor.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { MAX_PAGE_SIZE } from '#contract/wire/list.ts';
import { refetchAll } from '#src/api/call/refetch-all.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useImportLine } from '#src/api/write/import-line.ts';
import { CsvImport } from '#src/ui/csv/csv-import.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { checkSensorLine, sensorColumns } from './sensor-columns.tsx';

export type SensorImportProps = { farm: Pick<Farm, 'index' | 'farmName'>; isOpen: boolean; onClose: () => void };

/** Imports sensors of one farm from a file. Import lazily. */
export function SensorImport({ farm, isOpen, onClose }: SensorImportProps) {
  const client = useQueryClient();
  const importLine = useImportLine(createSensor);
  const devices = useQuery({
    ...readQuery(manageDevices, { query: { farmIndex: farm.index, size: MAX_PAGE_SIZE } }),
    enabled: isOpen,
  });
  const rows = devices.data?.value.rows;
  function handleClose() {
    refetchAll(client);
    onClose();
  }
  return (
    <Dialog title="센서 가져오기" isOpen={isOpen} onClose={handleClose} isWide>
      <p className="mb-4">
        <strong>{farm.farmName}</strong>에 등록합니다. 장치는 먼저 등록되어 있어야 합니다.
        {rows && rows.length > 0 && ` 장치 코드: ${rows.map(({ code }) => code).join(', ')}`}
        {rows?.length === 0 && ' 이 농장에는 아직 장치가 없습니다.'}
      </p>
      {rows ? (
        <CsvImport
          columns={sensorColumns}
          templateName="센서 견본"
          check={(cells) => checkSensorLine(cells, rows)}
          importLine={(body, key) => importLine({ body }, key)}
          onDone={handleClose}
        />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}

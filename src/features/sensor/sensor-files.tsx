import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import { reportingWords } from '#contract/device/device-text.ts';
import { manageSensors, type SensorRow } from '#contract/device/sensor.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { staleness } from '#contract/series/staleness.ts';
import { seoulDate } from '#contract/time/time.ts';
import { useCall } from '#src/api/call/call.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button.tsx';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { showToast } from '#src/ui/toast.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { cellsOf, sensorColumns } from './sensor-columns.tsx';
import type { SensorListSearch } from './sensor-list-search.ts';

type SensorFilesProps = Pick<SensorListSearch, 'search' | 'sort'> & {
  /** The farm to import into; undefined where nothing may be imported. */
  importFarm: Pick<Farm, 'index' | 'farmName'> | undefined;
  /** Of which farm the list is; undefined for all. */
  farmIndex: number | undefined;
  /** False while there is nothing to export. */
  hasSensors: boolean;
};

const loadImport = async () => (await import('./sensor-import.tsx')).SensorImport;
const moreHeads = ['농장', '장치', '최근 값', '단위', '측정 시각', '상태'];

/** The list as a file, and a file as sensors. */
export function SensorFiles({ search, sort, importFarm, farmIndex, hasSensors }: SensorFilesProps) {
  const call = useCall();
  const clock = useClock();
  const { part: SensorImport, fetchPart } = useLazyModule(loadImport);
  const [isImporting, setIsImporting] = useState(false);

  async function handleImport() {
    if (await fetchPart()) setIsImporting(true);
    else showToast('가져오기 화면을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }
  async function load() {
    const rows = await everyPage((page) => call(manageSensors, { query: { search, sort, farmIndex, ...page } }));
    return rows.map((row) => [...cellsOf(row), ...moreCells(row, clock.now())]);
  }
  return (
    <>
      {importFarm && (
        <Button onClick={() => void handleImport()} icon={<FileUp aria-hidden className="size-5" />}>
          가져오기
        </Button>
      )}
      {hasSensors && (
        <ExportButton
          fileName="센서 목록"
          heads={[...sensorColumns.map(({ title }) => title), ...moreHeads]}
          load={load}
        />
      )}
      {SensorImport && importFarm && (
        <SensorImport farm={importFarm} isOpen={isImporting} onClose={() => setIsImporting(false)} />
      )}
    </>
  );
}

function moreCells({ farmName, deviceName, value, unit, readAt, intervalMs }: SensorRow, now: number) {
  const at = readAt === null ? null : Date.parse(readAt);
  return [
    farmName,
    deviceName,
    value,
    unit,
    at === null ? '' : `${seoulDate(at)} ${formatClock(at)}`,
    reportingWords[staleness(readAt, intervalMs, now).reporting],
  ];
}

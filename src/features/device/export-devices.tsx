import { type DeviceRow, deviceStaleness, manageDevices } from '#contract/device/device.ts';
import { deviceKindWords, reportingWords } from '#contract/device/device-text.ts';
import { seoulDate } from '#contract/time/time.ts';
import { useCall } from '#src/api/call/call.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import type { DeviceListSearch } from './device-list-search.ts';

const heads = [
  '농장',
  '장치 이름',
  '장치 코드',
  '종류',
  '설치 위치',
  '센서 수',
  '구동기 수',
  '마지막 수신',
  '상태',
  '키',
  '메모',
];

type ExportDevicesProps = Pick<DeviceListSearch, 'search' | 'sort'> & { farmIndex: number | undefined };

/** All devices that the list would show, as a file. */
export function ExportDevices({ search, sort, farmIndex }: ExportDevicesProps) {
  const call = useCall();
  const clock = useClock();
  const load = async () => {
    const rows = await everyPage((page) => call(manageDevices, { query: { search, sort, farmIndex, ...page } }));
    return rows.map((row) => lineOf(row, clock.now()));
  };
  return <ExportButton fileName="장치 목록" heads={heads} load={load} />;
}

function lineOf(device: DeviceRow, now: number) {
  const { farmName, name, code, kind, place, sensorCount, actuatorCount, lastSeenAt, hasKey, note } = device;
  const at = lastSeenAt === null ? null : Date.parse(lastSeenAt);
  return [
    farmName,
    name,
    code,
    deviceKindWords[kind],
    place,
    sensorCount,
    actuatorCount,
    at === null ? '' : `${seoulDate(at)} ${formatClock(at)}`,
    reportingWords[deviceStaleness(device, now).reporting],
    hasKey ? '사용 중' : '중지',
    note,
  ];
}

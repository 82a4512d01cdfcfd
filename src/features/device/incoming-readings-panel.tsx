import { useQuery, useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import OctagonX from 'lucide-react/icons/octagon-x';
import { useEffect, useState } from 'react';
import { type DeviceDetail, deviceRefusals, getDevice, type RefusedReading } from '#contract/device/device.ts';
import { refusalWords } from '#contract/device/device-text.ts';
import { type AreaValues, areaValues, type SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatClock, formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { UnknownList } from './unknown-list.tsx';

/** Values arrive by the live stream; refetching helps while that is cut off, ms. */
const VALUES_EVERY_MS = 10_000;
const REFUSALS_EVERY_MS = 3_000;
/** Values from this long before opening are shown, too, ms: they may belong to a sensor that was just registered. */
const JUST_NOW_MS = 10 * MINUTE_MS;

/** More are counted: a gateway sends the values of a whole farm. */
const MAX_SENSORS = 6;

type IncomingReadingsPanelProps = { device: DeviceDetail; mayEdit: boolean };

/** Shows the values of a device as they arrive, or why they were refused. */
export function IncomingReadingsPanel({ device, mayEdit }: IncomingReadingsPanelProps) {
  const [openedAt] = useState(useClock().now);
  const values = useQuery({
    ...readQuery(areaValues, { params: { farmId: device.farmIndex } }),
    refetchInterval: VALUES_EVERY_MS,
  });
  const refused = useQuery({
    ...readQuery(deviceRefusals, { params: { id: device.index } }),
    refetchInterval: REFUSALS_EVERY_MS,
  });
  const arrived = useArrived(device, values.data?.value, openedAt);
  const unknown = refused.data?.value.unknown ?? [];
  useRefetchedDevice(device.index, arrived.length + unknown.length);
  const refusals = (refused.data?.value.recent ?? []).filter(({ receivedAt }) => Date.parse(receivedAt) > openedAt);
  return (
    <div data-arrivals className="flex flex-col gap-3">
      {arrived.length + unknown.length === 0 && (
        <p className="flex items-center gap-3 rounded-card bg-sunken px-4 py-4 font-medium">
          <LoaderCircle aria-hidden className="size-6 shrink-0 animate-spin text-leaf" />첫 값을 기다리는 중…
        </p>
      )}
      <div role="log" aria-label="도착한 값">
        <ul className="flex flex-col gap-2">
          {arrived.slice(0, MAX_SENSORS).map((value) => (
            <Arrived key={value.index} value={value} />
          ))}
          {arrived.length > MAX_SENSORS && (
            <li className="px-4 text-ink-soft">그 밖에 센서 {arrived.length - MAX_SENSORS}개의 값이 들어왔습니다.</li>
          )}
          {newestPerSensor(refusals).map((refusal) => (
            <Refused key={`${refusal.sensor} ${refusal.reason}`} refusal={refusal} />
          ))}
        </ul>
      </div>
      <div role="log" aria-label="모르는 값">
        <UnknownList device={device} unknown={unknown} mayEdit={mayEdit} />
      </div>
    </div>
  );
}

/** Refetches the device at its first values: the heading still says that it never reported. */
function useRefetchedDevice(deviceIndex: number, arrivedCount: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (arrivedCount === 0) return;
    void client.invalidateQueries({ queryKey: readQuery(getDevice, { params: { id: deviceIndex } }).queryKey });
  }, [client, deviceIndex, arrivedCount]);
}

/** The device's values since shortly before the panel was opened, newest first. */
function useArrived({ channels }: DeviceDetail, areas: AreaValues | undefined, openedAt: number): SensorValue[] {
  const own = new Set(channels.map(({ index }) => index));
  const values = areas?.flatMap(({ sensorValues }) => sensorValues).filter(({ index }) => own.has(index));
  const [before, setBefore] = useState<ReadonlyMap<number, string | null>>();
  if (values && !before) setBefore(new Map(values.map(({ index, date }) => [index, date])));
  if (!values || !before) return [];
  const isNew = ({ index, date }: SensorValue) =>
    date !== null && (date !== (before.get(index) ?? null) || Date.parse(date) > openedAt - JUST_NOW_MS);
  return values.filter(isNew).sort((a, b) => Date.parse(b.date ?? '') - Date.parse(a.date ?? ''));
}

function Arrived({ value: { sensorName, areaName, type, value, unit, date, isFlagged } }: { value: SensorValue }) {
  const at = Date.parse(date ?? '');
  return (
    <li className="fade-in flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card bg-leaf-tint px-4 py-3">
      <CircleCheck aria-hidden className="size-6 shrink-0 text-leaf" />
      <span className="min-w-0 flex-1">
        {areaName} {sensorName}
      </span>
      <strong className="tabular text-xl">
        {formatNumber(value, channelTypes[type].decimals)} {unit}
      </strong>
      <time dateTime={date ?? ''} title={formatDateTime(at)} className="tabular text-ink-soft">
        {formatClock(at)} 측정
      </time>
      {isFlagged && (
        <span className="w-full pl-9">
          <StatusTag tone="warn">범위 밖</StatusTag> 있을 수 있는 범위를 벗어나, 저장은 했지만 통계에서는 뺍니다.
        </span>
      )}
    </li>
  );
}

function Refused({ refusal: { sensor, reason, receivedAt } }: { refusal: RefusedReading }) {
  return (
    <li className="fade-in flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-danger-surface px-4 py-3 text-danger-ink">
      <OctagonX aria-hidden className="size-6 shrink-0" />
      <span className="min-w-0 flex-1 basis-56">
        <strong>{sensor === '' ? '센서 이름 없음' : sensor}</strong>: {refusalWords[reason]}{' '}
        <time dateTime={receivedAt} className="tabular whitespace-nowrap">
          ({formatClock(Date.parse(receivedAt))} 받음)
        </time>
      </span>
    </li>
  );
}

function newestPerSensor(refusals: readonly RefusedReading[]): RefusedReading[] {
  const seen = new Set<string>();
  return refusals.filter(({ sensor, reason }) => {
    const name = `${sensor} ${reason}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

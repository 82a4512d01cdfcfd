import { Link } from '@tanstack/react-router';
import Thermometer from 'lucide-react/icons/thermometer';
import type { DeviceDetail } from '#contract/device/device.ts';
import { reportingWords } from '#contract/device/device-text.ts';
import type { SensorRow } from '#contract/device/sensor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatAge } from '#src/lib/format-date.ts';
import { channelValueWords } from '#src/ui/channel-words.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { AddChannelLink } from './connect-panel.tsx';

type ChannelListProps = { device: DeviceDetail; now: number; mayEdit: boolean };

/** The sensors and actuators of a device. */
export function ChannelList({ device, now, mayEdit }: ChannelListProps) {
  const add = mayEdit && <AddChannelLink deviceIndex={device.index} />;
  return (
    <div className="flex flex-col gap-3">
      {device.channels.length > 0 && <div className="flex justify-end">{add}</div>}
      <DataList<SensorRow>
        label="이 장치의 센서와 구동기"
        columns={columnsFor(now)}
        rows={device.channels}
        rowKey={({ index }) => index}
        rowName={({ name }) => name}
        renderLink={({ index }, children, className) => (
          <Link
            to="/cms/device/sensor-edit/$sensorId"
            params={{ sensorId: String(index) }}
            search={{ from: 'device' }}
            className={className}
          >
            {children}
          </Link>
        )}
        empty={
          <EmptyState title="아직 센서가 없습니다" icon={<Thermometer aria-hidden className="size-8" />} action={add}>
            이 장치가 보내는 값마다 센서를 하나씩 등록해 주세요. 구동기의 상태도 같은 방법으로 받습니다.
          </EmptyState>
        }
      />
    </div>
  );
}

function columnsFor(now: number): Column<SensorRow>[] {
  return [
    { key: 'name', title: '이름', onCard: 'title', render: ({ name, areaName }) => `${areaName} ${name}` },
    { key: 'code', title: '코드', onCard: 'fact', render: ({ code }) => <code translate="no">{code}</code> },
    { key: 'type', title: '종류', render: ({ type }) => channelTypes[type].label },
    {
      key: 'value',
      title: '최근 값',
      align: 'end',
      onCard: 'fact',
      render: channelValueWords,
    },
    {
      key: 'readAt',
      title: '받은 때',
      render: ({ readAt, intervalMs }) => {
        if (readAt === null) return <StatusTag tone="quiet">{reportingWords.waiting}</StatusTag>;
        const age = formatAge(now - Date.parse(readAt));
        const isSilent = staleness(readAt, intervalMs, now).reporting === 'silent';
        return isSilent ? <StatusTag tone="lost">{`${reportingWords.silent} ${age}`}</StatusTag> : age;
      },
    },
  ];
}

import type { ReactNode } from 'react';
import type { ChannelQuality } from '#contract/quality/quality.ts';
import { needsHand } from '#contract/quality/sensor-state.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { Accordion } from '#src/ui/accordion.tsx';
import { Card } from '#src/ui/card.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { CoverageBar } from './coverage-bar.tsx';
import { channelWords, StateTag, sinceWords } from './quality-words.tsx';

type SensorListsProps = {
  /** Undefined while loading. */
  sensors: readonly ChannelQuality[] | undefined;
  now: number;
  actionsOf: (channel: ChannelQuality) => MenuAction[];
  /** Shown below the state: a link to an inspection. */
  inspectionOf: (channel: ChannelQuality) => ReactNode;
  /** Shown if the farm has no sensor. */
  empty: ReactNode;
};

/** Faulty sensors, worst first; fine ones collapsed per house. */
export function SensorLists({ sensors, now, actionsOf, inspectionOf, empty }: SensorListsProps) {
  const list = {
    columns: columnsFor(now, inspectionOf),
    rowKey: ({ index }: ChannelQuality) => index,
    rowName: channelWords,
    rowActions: actionsOf,
  };
  const wrong = (sensors ?? []).filter(({ state }) => state !== 'fine');
  const fine = (sensors ?? []).filter(({ state }) => state === 'fine');
  const houses = [...new Set(fine.map(({ areaName }) => areaName))];
  return (
    <>
      {(wrong.length > 0 || fine.length === 0) && (
        <DataList<ChannelQuality>
          {...list}
          label="센서 상태"
          rows={worstFirst(wrong)}
          isLoading={sensors === undefined}
          expectedRows={2}
          empty={empty}
        />
      )}
      {houses.length > 0 && (
        <Card padding="sm">
          <Accordion
            items={houses.map((areaName) => {
              const rows = fine.filter((channel) => channel.areaName === areaName);
              const label = `${areaName} 정상 ${rows.length}개`;
              return {
                id: areaName,
                label,
                content: <DataList<ChannelQuality> {...list} label={label} rows={rows} empty={null} />,
              };
            })}
          />
        </Card>
      )}
    </>
  );
}

/** Sensors that need action first, then those with a known cause; otherwise in display order. */
function worstFirst(sensors: readonly ChannelQuality[]): readonly ChannelQuality[] {
  const rank = ({ state }: ChannelQuality) => (needsHand(state) ? 0 : 1);
  return [...sensors].sort((a, b) => rank(a) - rank(b));
}

function columnsFor(now: number, inspectionOf: SensorListsProps['inspectionOf']): Column<ChannelQuality>[] {
  return [
    { key: 'name', title: '센서', onCard: 'title', render: channelWords },
    { key: 'type', title: '종류', render: ({ type }) => channelTypes[type].label },
    {
      key: 'state',
      title: '상태',
      onCard: 'fact',
      render: (channel) => (
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <StateTag state={channel.state} />
          <span className="text-ink-soft">{sinceWords(channel, now)}</span>
          {inspectionOf(channel)}
        </span>
      ),
    },
    {
      key: 'coverage',
      title: '지난 24시간',
      onCard: 'fact',
      render: ({ coverage }) => <CoverageBar coverage={coverage} />,
    },
  ];
}

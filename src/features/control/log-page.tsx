import { useQuery } from '@tanstack/react-query';
import { controlLog } from '#contract/control/control-calls.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { asCopy } from '#src/lib/data-age.ts';
import { Card } from '#src/ui/card.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { watchedControl } from './control-query.ts';
import { offWords } from './control-words.tsx';
import { LogFilters, type LogNarrowing } from './log-filters.tsx';
import { LogRow } from './log-row.tsx';

const ROWS = 50;

/** The page's search parameters. */
export type LogSearch = { [Name in keyof LogNarrowing]?: NonNullable<LogNarrowing[Name]> } & { page?: number };

type LogPageProps = {
  farm: Pick<Farm, 'index' | 'farmName'>;
  search: LogSearch;
  onSearch: (change: LogNarrowing & { page?: number }) => void;
};

const filters = ['actuator', 'area', 'rule', 'outcome', 'day'] as const;

/** Why equipment moved or did not move: one line per change, newest first. */
export function LogPage({ farm, search, onSearch }: LogPageProps) {
  const now = useAgesTo();
  const isOffline = useIsOffline();
  const { page = 1, ...narrowing } = search;
  const { day, ...by } = narrowing;
  const control = useQuery(watchedControl(farm.index));
  const log = useQuery(
    readQuery(controlLog, {
      params: { id: farm.index },
      query: { page, size: ROWS, ...by, from: day, to: day },
    }),
  );
  if (log.isError && !log.data) throw log.error;
  const actuators = control.data?.value.actuators ?? [];
  const nameOf = (channel: number | null) => {
    const found = actuators.find((one) => one.channel === channel);
    return found ? `${found.areaName} ${found.name}`.trim() : undefined;
  };
  const rows = log.data?.value.rows;
  const off = actuators.filter((one) => offWords(one) !== '');
  // The address names the chosen farm, too.
  const isNarrowed = filters.some((name) => narrowing[name] !== undefined);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="판단 기록"
        lead={`${farm.farmName}. 장비가 왜 움직였고 왜 움직이지 않았는지, 바뀔 때마다 한 줄입니다.`}
      />
      <LogFilters
        narrowing={narrowing}
        // Another filter starts at the first page.
        onNarrow={(change) => onSearch({ ...narrowing, ...change })}
        actuators={actuators}
        rules={control.data?.value.rules ?? []}
        now={now}
      />
      <DataAgeNote seen={asCopy(log.data, isOffline)} now={now} />
      {off.map((one) => (
        <Banner key={one.channel} tone="warn">
          {nameOf(one.channel)}: {offWords(one)}
        </Banner>
      ))}
      {!rows && <Skeleton className="h-[40rem]" />}
      {rows?.length === 0 && isNarrowed && (
        <EmptyState title="찾는 판단이 없습니다">다른 장비나 규칙, 다른 날을 골라 보세요.</EmptyState>
      )}
      {rows?.length === 0 && !isNarrowed && (
        <EmptyState title="아직 적힌 판단이 없습니다">
          규칙을 켜거나 장비를 손으로 움직이면 그 이유가 여기에 적힙니다.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card aria-label="판단" padding="none">
          <ol className="divide-y divide-line">
            {rows.map((row) => (
              <LogRow key={row.index} row={row} thing={nameOf(row.actuator)} />
            ))}
          </ol>
        </Card>
      )}
      <Pager
        page={page}
        pageSize={ROWS}
        total={log.data?.value.total ?? 0}
        onPage={(next) => onSearch({ ...search, page: next })}
      />
    </div>
  );
}

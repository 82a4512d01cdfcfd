import { useQuery } from '@tanstack/react-query';
import type { Farm } from '#contract/farm/farm.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { asCopy } from '#src/lib/data-age.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { watchedControl } from './control-query.ts';
import { offWords, titleOf } from './control-words.tsx';
import { LogFilters, type LogNarrowing } from './log-filters.tsx';
import { LogRow } from './log-row.tsx';
import { ROWS, useLog } from './use-log.ts';

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
  const control = useQuery(watchedControl(farm.index));
  const actuators = control.data?.value.actuators ?? [];
  const { rows, total, seen, lookedThrough } = useLog(farm.index, search, actuators);
  const nameOf = (channel: number | null) => {
    const found = actuators.find((one) => one.channel === channel);
    return found && titleOf(found);
  };
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
      <DataAgeNote seen={asCopy(seen, isOffline)} now={now} />
      {lookedThrough !== null && (
        <p className="text-age text-ink-soft">
          연결되지 않아, 이 기기에 받아 둔 최근 판단 {lookedThrough}줄에서만 찾았습니다.
        </p>
      )}
      {off.map((one) => (
        <Banner key={one.channel} tone="warn">
          {nameOf(one.channel)}: {offWords(one)}
        </Banner>
      ))}
      {!rows && <Skeleton className="h-[40rem]" />}
      {rows?.length === 0 && isNarrowed && (
        <EmptyState title="찾는 판단이 없습니다" action={<Button onClick={() => onSearch({})}>모두 보기</Button>}>
          다른 장비나 규칙, 다른 날을 골라 보세요.
        </EmptyState>
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
      <Pager page={page} pageSize={ROWS} total={total} onPage={(next) => onSearch({ ...search, page: next })} />
    </div>
  );
}

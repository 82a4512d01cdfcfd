import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Sprout from 'lucide-react/icons/sprout';
import Warehouse from 'lucide-react/icons/warehouse';
import { type DeletedRow, deletedThings, RESTORE_DAYS, restoreDeleted } from '#contract/farm/farm-admin.ts';
import { personWords } from '#contract/farm/farm-text.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { DEFAULT_PAGE_SIZE, type SortOf } from '#contract/wire/list.ts';
import type { deletedSorts } from '#contract/wire/sorts.ts';
import { useCall } from '#src/api/call/call.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { readQuery } from '#src/api/read/query.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { DESKTOP, useMedia } from '#src/lib/use-media.ts';
import { Button } from '#src/ui/button.tsx';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { ListFailure } from '#src/ui/list/list-failure.tsx';
import { ListToolbar } from '#src/ui/list/list-toolbar.tsx';
import { NothingFound } from '#src/ui/list/nothing-found.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { showToast } from '#src/ui/toast.tsx';

type DeletedSearch = { search?: string; sort?: SortOf<(typeof deletedSorts)[number]>; page?: number };

type DeletedPageProps = { search: DeletedSearch; onSearch: (change: DeletedSearch) => void };

/** What was deleted, and the way back while there is one. */
export function DeletedPage({ search: asked, onSearch }: DeletedPageProps) {
  const call = useCall();
  const { search, sort, page = 1 } = asked;
  const now = useNow();
  const things = useQuery({
    ...readQuery(deletedThings, { query: { search, sort, page } }),
    placeholderData: keepPreviousData,
  });
  const { attempt, isSaving } = useSave(restoreDeleted);
  const { rows, total } = things.data?.value ?? { rows: [], total: 0 };

  async function handleRestore({ farmIndex, cropId, name }: DeletedRow) {
    const outcome = await attempt({ body: { farmIndex, cropId } });
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
    else showToast(`${name}: ${outcome.answer.message}`);
  }
  const isDesktop = useMedia(DESKTOP);
  const restoreColumn: Column<DeletedRow> = {
    key: 'restorableUntil',
    title: '되살리기',
    onCard: 'fact',
    render: (row) => (
      <span className="inline-flex items-center gap-3">
        {isDesktop && refusalWords(row, now) === undefined && (
          <Button onClick={() => void handleRestore(row)} disabled={isSaving} aria-label={`${row.name} 되살리기`}>
            되살리기
          </Button>
        )}
        <span className="tabular text-ink-soft">{refusalWords(row, now) ?? leftWords(row, now)}</span>
      </span>
    ),
  };
  const isEmpty = things.data !== undefined && total === 0 && search === undefined;
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="삭제한 농장과 작물" lead="삭제한 지 30일 안에는 기록까지 그대로 되살릴 수 있습니다." />
      {!isEmpty && (
        <ListToolbar
          search={{
            label: '이름, 농장, 농장주',
            value: search ?? '',
            onSearch: (text) => onSearch({ search: text || undefined, page: undefined }),
          }}
          actions={
            <ExportButton
              fileName="삭제한 농장과 작물"
              heads={['종류', '이름', '농장', '농장주', '삭제한 사람', '삭제한 때']}
              load={async () =>
                (await everyPage((part) => call(deletedThings, { query: { search, sort, ...part } }))).map((row) => [
                  kinds[row.kind].words,
                  row.name,
                  row.farmName,
                  personWords(row.owner),
                  row.deletedBy,
                  formatDateTime(Date.parse(row.deletedAt)),
                ])
              }
            />
          }
        />
      )}
      {things.isError && !things.data ? (
        <ListFailure
          refusal={refusalOf(things.error)}
          onRetry={() => void things.refetch()}
          isRetrying={things.isFetching}
        />
      ) : (
        <DataList<DeletedRow>
          label="삭제한 농장과 작물 목록"
          columns={[...factColumns, restoreColumn]}
          rows={rows}
          rowKey={({ farmIndex, cropId }) => `${farmIndex} ${cropId}`}
          rowName={({ name }) => name}
          rowActions={
            isDesktop
              ? undefined
              : (row) => [
                  {
                    label: '되살리기',
                    icon: <ArchiveRestore aria-hidden className="size-5" />,
                    isDisabled: refusalWords(row, now) !== undefined,
                    onSelect: () => void handleRestore(row),
                  },
                ]
          }
          sort={sort}
          onSort={(next) => onSearch({ sort: next as DeletedSearch['sort'], page: undefined })}
          isLoading={things.data === undefined}
          isStale={things.isPlaceholderData}
          expectedRows={4}
          empty={
            search === undefined ? (
              <EmptyState title="삭제한 것이 없습니다" icon={<ArchiveRestore aria-hidden className="size-8" />}>
                누군가 농장이나 작물을 삭제하면 여기에서 되살릴 수 있습니다.
              </EmptyState>
            ) : (
              <NothingFound search={search} onClear={() => onSearch({ search: undefined, page: undefined })} />
            )
          }
        />
      )}
      <Pager page={page} pageSize={DEFAULT_PAGE_SIZE} total={total} onPage={(next) => onSearch({ page: next })} />
    </div>
  );
}

const kinds = { farm: { words: '농장', Icon: Warehouse }, crop: { words: '작물', Icon: Sprout } } as const;

const factColumns: readonly Column<DeletedRow>[] = [
  {
    key: 'name',
    title: '이름',
    isSortable: true,
    onCard: 'title',
    render: ({ kind, name }) => {
      const { words, Icon } = kinds[kind];
      return (
        <span className="inline-flex items-center gap-2">
          <Icon aria-hidden className="size-5 shrink-0 text-leaf" />
          <span>
            {name} <span className="text-age font-normal text-ink-soft">{words}</span>
          </span>
        </span>
      );
    },
  },
  {
    key: 'farmName',
    title: '농장',
    isSortable: true,
    render: ({ kind, farmName }) => (kind === 'farm' ? '-' : farmName),
  },
  { key: 'owner', title: '농장주', isSortable: true, render: ({ owner }) => personWords(owner) },
  {
    key: 'deletedAt',
    title: '삭제',
    isSortable: true,
    onCard: 'fact',
    render: ({ deletedAt, deletedBy }) => (
      <>
        <time dateTime={deletedAt}>{formatDateTime(Date.parse(deletedAt))}</time>
        {deletedBy !== null && <span className="text-ink-soft"> {deletedBy}</span>}
      </>
    ),
  },
];

/** Why it cannot be brought back; undefined when it can. */
function refusalWords({ kind, isFarmDeleted, restorableUntil }: DeletedRow, now: number): string | undefined {
  if (Date.parse(restorableUntil) <= now) return '기한이 지났습니다';
  return kind === 'crop' && isFarmDeleted ? '농장을 먼저 되살려 주세요' : undefined;
}

function leftWords({ restorableUntil }: DeletedRow, now: number): string {
  // The clock on the screen steps by the minute and may lag behind the deletion.
  return `${Math.min(RESTORE_DAYS, Math.ceil((Date.parse(restorableUntil) - now) / DAY_MS))}일 남음`;
}

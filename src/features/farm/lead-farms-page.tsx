import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Award from 'lucide-react/icons/award';
import { type LeadFarmRow, leadFarms, setLeadFarm } from '#contract/farm/farm-admin.ts';
import { personWords } from '#contract/farm/farm-text.ts';
import { DEFAULT_PAGE_SIZE, type SortOf } from '#contract/wire/list.ts';
import type { leadFarmSorts } from '#contract/wire/sorts.ts';
import { useCall } from '#src/api/call/call.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { readQuery } from '#src/api/read/query.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
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
import { FarmName } from './farm-name.tsx';

type LeadFarmSearch = { search?: string; sort?: SortOf<(typeof leadFarmSorts)[number]>; page?: number };

type LeadFarmsPageProps = { search: LeadFarmSearch; onSearch: (change: LeadFarmSearch) => void };

/** Which farms others may compare themselves with. */
export function LeadFarmsPage({ search: asked, onSearch }: LeadFarmsPageProps) {
  const call = useCall();
  const { search, sort, page = 1 } = asked;
  const farms = useQuery({
    ...readQuery(leadFarms, { query: { search, sort, page } }),
    placeholderData: keepPreviousData,
  });
  const { attempt, isSaving } = useSave(setLeadFarm);
  const { rows, total } = farms.data?.value ?? { rows: [], total: 0 };

  async function handleTurn({ index, isLeadFarm }: LeadFarmRow) {
    const outcome = await attempt({ params: { id: index }, body: { isLeadFarm: !isLeadFarm } });
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
    else showToast(isLeadFarm ? '선도농가 지정을 풀었습니다.' : '선도농가로 지정했습니다.');
  }
  const isDesktop = useMedia(DESKTOP);
  const turnColumn: Column<LeadFarmRow> = {
    key: 'isLeadFarm',
    title: '선도농가',
    isSortable: true,
    render: (row) => (
      <Button onClick={() => void handleTurn(row)} disabled={isSaving} aria-label={`${row.farmName} ${turnWords(row)}`}>
        {turnWords(row)}
      </Button>
    ),
  };
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="선도농가" lead="선도농가로 지정한 농장의 값을 다른 농장이 자기 값과 비교할 수 있습니다." />
      <ListToolbar
        search={{
          label: '농장 이름, 주소, 농장주',
          value: search ?? '',
          onSearch: (text) => onSearch({ search: text || undefined, page: undefined }),
        }}
        actions={
          <ExportButton
            fileName="선도농가 목록"
            heads={['농장', '주소', '농장주', '선도농가']}
            load={async () =>
              (await everyPage((part) => call(leadFarms, { query: { search, sort, ...part } }))).map((row) => [
                row.farmName,
                row.address,
                personWords(row.owner),
                row.isLeadFarm ? '예' : '',
              ])
            }
          />
        }
      />
      {farms.isError && !farms.data ? (
        <ListFailure
          refusal={refusalOf(farms.error)}
          onRetry={() => void farms.refetch()}
          isRetrying={farms.isFetching}
        />
      ) : (
        <DataList<LeadFarmRow>
          label="농장 목록"
          columns={[...factColumns, turnColumn]}
          rows={rows}
          rowKey={({ index }) => index}
          rowName={({ farmName }) => farmName}
          rowActions={
            isDesktop
              ? undefined
              : (row) => [{ label: `선도농가 ${turnWords(row)}`, icon, onSelect: () => void handleTurn(row) }]
          }
          sort={sort}
          onSort={(next) => onSearch({ sort: next as LeadFarmSearch['sort'], page: undefined })}
          isLoading={farms.data === undefined}
          isStale={farms.isPlaceholderData}
          expectedRows={6}
          empty={
            search === undefined ? (
              <EmptyState title="아직 농장이 없습니다" icon={<Award aria-hidden className="size-8" />}>
                사용자가 농장을 등록하면 여기에서 선도농가를 지정할 수 있습니다.
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

const icon = <Award aria-hidden className="size-5" />;
const turnWords = ({ isLeadFarm }: LeadFarmRow) => (isLeadFarm ? '지정 풀기' : '지정하기');

const factColumns: readonly Column<LeadFarmRow>[] = [
  {
    key: 'farmName',
    title: '농장',
    isSortable: true,
    onCard: 'title',
    render: (farm) => <FarmName farm={farm} />,
  },
  { key: 'address', title: '주소', isSortable: true, onCard: 'fact', render: ({ address }) => address || '-' },
  { key: 'owner', title: '농장주', isSortable: true, onCard: 'fact', render: ({ owner }) => personWords(owner) },
];

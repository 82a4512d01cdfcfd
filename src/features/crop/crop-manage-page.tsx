import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Sprout from 'lucide-react/icons/sprout';
import Trash2 from 'lucide-react/icons/trash-2';
import { manageCrops } from '#contract/crop/crop.ts';
import { cropStatusWords, cultivationWords } from '#contract/crop/crop-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/wire/list.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { DataAgeNote } from '#src/ui/data-age-note.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { ListToolbar } from '#src/ui/list/list-toolbar.tsx';
import { NothingFound } from '#src/ui/list/nothing-found.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { CropFiles } from './crop-files.tsx';
import { CropLink } from './crop-link.tsx';
import type { CropListSearch } from './crop-list-search.ts';
import { daysSinceBudBreak } from './crop-words.ts';
import { useCropDelete } from './use-crop-delete.tsx';

type Row = AnswerOf<typeof manageCrops>['rows'][number];

type CropManagePageProps = {
  farms: readonly Farm[];
  /** The farm chosen in the shell. */
  farm: Farm | undefined;
  search: CropListSearch;
  onSearch: (change: CropListSearch) => void;
  mayWrite: boolean;
};

/** The crops of a farm, or of all farms the user may see. */
export function CropManagePage({ farms, farm, search: asked, onSearch, mayWrite }: CropManagePageProps) {
  const { search, sort, page = 1, all } = asked;
  const now = useNow();
  const isAll = all === true || farm === undefined;
  const farmIndex = isAll ? undefined : farm.index;
  const crops = useQuery({
    ...readQuery(manageCrops, { query: { search, sort, page, farmIndex } }),
    placeholderData: keepPreviousData,
  });
  const { askDelete, dialog } = useCropDelete();
  if (crops.isError && !crops.data) throw crops.error;
  const { rows, total } = crops.data?.value ?? { rows: [], total: 0 };
  const isEmpty = crops.data !== undefined && total === 0 && search === undefined;
  const writable = mayWrite ? farms.filter(({ right }) => right !== 'read') : [];

  return (
    <div className="flex flex-col gap-5">
      <PageHead title="작물 관리" actions={writable.length > 0 && <CreateLink />} />
      {farms.length > 1 && (
        <SingleChips
          label="보이는 농장"
          chips={[
            { value: 'one', label: farm?.farmName ?? '고른 농장' },
            { value: 'all', label: '모든 농장' },
          ]}
          value={isAll ? 'all' : 'one'}
          onChange={(next) => onSearch({ all: next === 'all' ? true : undefined, page: undefined })}
        />
      )}
      {/* Stays where there is nothing but may be: an import goes on while its first rows come. */}
      {(!isEmpty || writable.length > 0) && (
        <ListToolbar
          search={{
            label: '품목, 품종, 동, 농장',
            value: search ?? '',
            onSearch: (text) => onSearch({ search: text || undefined, page: undefined }),
          }}
          actions={<CropFiles asked={{ search, sort, farmIndex }} farms={writable} hasCrops={total > 0} />}
        />
      )}
      <DataList<Row>
        label="작물 목록"
        columns={columnsFor(isAll, now)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ itemsName, house }) => [itemsName, house].filter(Boolean).join(' ')}
        sort={sort}
        onSort={(next) => onSearch({ sort: next as CropListSearch['sort'], page: undefined })}
        renderLink={({ id }, children, className) => (
          <CropLink id={id} className={className}>
            {children}
          </CropLink>
        )}
        rowActions={(row) =>
          mayWrite && row.mayWrite
            ? [
                {
                  label: '삭제',
                  icon: <Trash2 aria-hidden className="size-5" />,
                  isDanger: true,
                  onSelect: () => askDelete(row),
                },
              ]
            : []
        }
        isLoading={crops.data === undefined}
        isStale={crops.isPlaceholderData}
        expectedRows={4}
        empty={
          search === undefined ? (
            <NoCrops mayWrite={writable.length > 0} />
          ) : (
            <NothingFound search={search} onClear={() => onSearch({ search: undefined, page: undefined })} />
          )
        }
      />
      <Pager page={page} pageSize={DEFAULT_PAGE_SIZE} total={total} onPage={(next) => onSearch({ page: next })} />
      {crops.data && <DataAgeNote fetchedAt={crops.data.fetchedAt} now={now} />}
      {isEmpty && writable.length > 0 && (
        <p className="text-center text-ink-soft">
          작물이 여럿이면 ‘가져오기’를 눌러 파일에서 한 번에 등록할 수 있습니다.
        </p>
      )}
      {dialog}
    </div>
  );
}

function CreateLink() {
  return (
    <Link to="/cms/farm/crop-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      작물 등록
    </Link>
  );
}

function columnsFor(isAll: boolean, now: number): Column<Row>[] {
  const farmColumn: Column<Row> = {
    key: 'farmName',
    title: '농장',
    isSortable: true,
    render: ({ farmName }) => farmName,
  };
  return [
    {
      key: 'itemsName',
      title: '품목',
      isSortable: true,
      onCard: 'title',
      render: ({ itemsName, variety }) => (
        <>
          {itemsName}
          {variety !== '' && <span className="ml-2 font-normal text-ink-soft">{variety}</span>}
        </>
      ),
    },
    ...(isAll ? [farmColumn] : []),
    {
      key: 'house',
      title: '동·밭',
      isSortable: true,
      onCard: 'fact',
      render: ({ house, farmName }) => [isAll ? farmName : '', house].filter(Boolean).join(' · ') || '-',
    },
    {
      key: 'areaM2',
      title: '면적',
      isSortable: true,
      align: 'end',
      render: ({ areaM2 }) => (areaM2 === null ? '-' : `${formatNumber(areaM2, 0)} ㎡`),
    },
    {
      key: 'treeCount',
      title: '나무',
      isSortable: true,
      align: 'end',
      render: ({ treeCount }) => (treeCount === null ? '-' : `${formatNumber(treeCount, 0)}그루`),
    },
    {
      key: 'budBreakOn',
      title: '발아',
      isSortable: true,
      onCard: 'fact',
      render: (row) => {
        const days = daysSinceBudBreak(row, now);
        if (row.budBreakOn === null) return '적지 않음';
        return days === null ? row.budBreakOn : days === 0 ? '오늘' : `${days}일 전`;
      },
    },
    { key: 'cultivation', title: '재배 방식', render: ({ cultivation }) => cultivationWords[cultivation] },
    { key: 'status', title: '상태', isSortable: true, render: ({ status }) => cropStatusWords[status] },
  ];
}

function NoCrops({ mayWrite }: { mayWrite: boolean }) {
  return (
    <EmptyState
      title="아직 작물이 없습니다"
      icon={<Sprout aria-hidden className="size-8" />}
      action={mayWrite && <CreateLink />}
    >
      {mayWrite
        ? '키우는 작물과 이번 철의 발아일을 적어 두면 시기에 맞는 목표 온도와 관수를 알려 드립니다.'
        : '농장주가 작물을 등록하면 여기에 나타납니다.'}
    </EmptyState>
  );
}

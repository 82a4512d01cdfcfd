import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Warehouse from 'lucide-react/icons/warehouse';
import { type FarmRow, manageFarms } from '#contract/farm/farm-manage.ts';
import { personWords } from '#contract/farm/farm-text.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/wire/list.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Banner } from '#src/ui/banner.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { DataAgeNote } from '#src/ui/data-age-note.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { ListFailure } from '#src/ui/list/list-failure.tsx';
import { ListToolbar } from '#src/ui/list/list-toolbar.tsx';
import { NothingFound } from '#src/ui/list/nothing-found.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SegmentedTabs } from '#src/ui/segmented-tabs.tsx';
import { FarmFiles } from './farm-files.tsx';
import { FarmLink } from './farm-link.tsx';
import type { FarmListSearch } from './farm-list-search.ts';
import { FarmName } from './farm-name.tsx';
import { rightWords, smallAreaWords } from './farm-words.tsx';
import { SharedFarms } from './shared-farms.tsx';
import { useFarmActions } from './use-farm-actions.tsx';

type FarmManagePageProps = {
  search: FarmListSearch;
  onSearch: (change: FarmListSearch) => void;
  /** The user was brought here because there is no farm to look at. */
  isOpenedForFirst: boolean;
  mayWrite: boolean;
};

const PANEL = 'farm-list-panel';

/** The farms somebody manages, and those that others share with them. */
export function FarmManagePage(props: FarmManagePageProps) {
  const { search, onSearch, mayWrite } = props;
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="농장 관리" actions={mayWrite && <CreateLink />} />
      <div className="max-w-md">
        <SegmentedTabs
          label="보이는 농장"
          panelId={PANEL}
          tabs={[
            { value: 'all', label: '모든 농장' },
            { value: 'shared', label: '함께 쓰는 농장' },
          ]}
          value={search.view ?? 'all'}
          onChange={(view) => onSearch({ view: view === 'shared' ? view : undefined, page: undefined })}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label="농장 목록" className="flex flex-col gap-5">
        {search.view === 'shared' ? <SharedFarms mayWrite={props.mayWrite} /> : <AllFarms {...props} />}
      </div>
    </div>
  );
}

function CreateLink() {
  return (
    <Link to="/cms/farm/farm-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      농장 등록
    </Link>
  );
}

function AllFarms({ search: asked, onSearch, isOpenedForFirst, mayWrite }: FarmManagePageProps) {
  const { search, sort, page = 1 } = asked;
  const { data: session } = useSession();
  const now = useNow();
  const farms = useQuery({
    ...readQuery(manageFarms, { query: { search, sort, page } }),
    placeholderData: keepPreviousData,
  });
  const { actionsOf, dialog } = useFarmActions(mayWrite);
  const { rows, total } = farms.data?.value ?? { rows: [], total: 0 };
  const isEmpty = farms.data !== undefined && total === 0 && search === undefined;

  return (
    <>
      {isOpenedForFirst && total > 0 && (
        <Banner tone="info">내 농장이 아직 없습니다. 농장을 등록하면 ‘한눈에 보기’에 값이 나타납니다.</Banner>
      )}
      {/* Stays where there is nothing but may be: an import goes on while its first rows come. */}
      {(!isEmpty || mayWrite) && (
        <ListToolbar
          search={{
            label: '농장 이름, 주소, 농장주',
            value: search ?? '',
            onSearch: (text) => onSearch({ search: text || undefined, page: undefined }),
          }}
          actions={<FarmFiles search={search} sort={sort} mayImport={mayWrite} hasFarms={total > 0} />}
        />
      )}
      {farms.isError && !farms.data ? (
        <ListFailure
          refusal={refusalOf(farms.error)}
          onRetry={() => void farms.refetch()}
          isRetrying={farms.isFetching}
        />
      ) : (
        <DataList<FarmRow>
          label="농장 목록"
          columns={columnsFor(session?.userId ?? null)}
          rows={rows}
          rowKey={({ index }) => index}
          rowName={({ farmName }) => farmName}
          sort={sort}
          onSort={(next) => onSearch({ sort: next as FarmListSearch['sort'], page: undefined })}
          renderLink={({ index }, children, className) => (
            <FarmLink index={index} className={className}>
              {children}
            </FarmLink>
          )}
          rowActions={actionsOf}
          isLoading={farms.data === undefined}
          isStale={farms.isPlaceholderData}
          expectedRows={4}
          empty={
            search === undefined ? (
              <NoFarms mayWrite={mayWrite} myId={session?.userId ?? null} />
            ) : (
              <NothingFound search={search} onClear={() => onSearch({ search: undefined, page: undefined })} />
            )
          }
        />
      )}
      <Pager page={page} pageSize={DEFAULT_PAGE_SIZE} total={total} onPage={(next) => onSearch({ page: next })} />
      {farms.data && <DataAgeNote fetchedAt={farms.data.fetchedAt} now={now} />}
      {isEmpty && mayWrite && (
        <p className="text-center text-ink-soft">
          농장이 여럿이면 ‘가져오기’를 눌러 파일에서 한 번에 등록할 수 있습니다.
        </p>
      )}
      {dialog}
    </>
  );
}

function columnsFor(myId: string | null): Column<FarmRow>[] {
  return [
    {
      key: 'farmName',
      title: '농장',
      isSortable: true,
      onCard: 'title',
      render: (farm) => <FarmName farm={farm} />,
    },
    { key: 'address', title: '주소', isSortable: true, onCard: 'fact', render: ({ address }) => address || '-' },
    {
      key: 'areaM2',
      title: '면적',
      isSortable: true,
      align: 'end',
      render: ({ areaM2 }) =>
        areaM2 === null ? (
          '-'
        ) : (
          <>
            {formatNumber(areaM2, 0)} ㎡<span className="block text-age text-ink-soft">{smallAreaWords(areaM2)}</span>
          </>
        ),
    },
    { key: 'owner', title: '농장주', isSortable: true, render: ({ owner }) => personWords(owner) },
    { key: 'right', title: '권한', onCard: 'fact', render: (row) => rightWords(row, myId) },
  ];
}

function NoFarms({ mayWrite, myId }: { mayWrite: boolean; myId: string | null }) {
  return (
    <EmptyState
      title="아직 농장이 없습니다"
      icon={<Warehouse aria-hidden className="size-8" />}
      action={mayWrite && <CreateLink />}
    >
      {mayWrite && '먼저 농장을 등록해 주세요. 그다음 작물과 장치를 더하면 온실의 값을 볼 수 있습니다. '}
      다른 사람의 농장을 함께 쓰려면 농장주에게 내 아이디{myId === null ? '' : `(${myId})`}를 알려 주세요.
    </EmptyState>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import List from 'lucide-react/icons/list';
import Plus from 'lucide-react/icons/plus';
import Ruler from 'lucide-react/icons/ruler';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { observationNoun } from '#contract/growing/growing-text.ts';
import type { ObservationFields } from '#contract/growing/observation.ts';
import { useList } from '#src/api/read/use-list.ts';
import { DESKTOP, useMedia } from '#src/lib/use-media.ts';
import { Button } from '#src/ui/button/button.tsx';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { useImportDialog } from '#src/ui/csv/use-import-dialog.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { OutboxLink, QueuedRows } from '#src/ui/list/queued-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SegmentedTabs } from '#src/ui/segmented-tabs.tsx';
import { GrowingFilters } from './growing-filters.tsx';
import { GrowingLink } from './growing-link.tsx';
import { growingFile, growingListColumns } from './growing-list-columns.tsx';
import { type GrowingCrop, type GrowingListSearch, growingCropsQuery, growingListQuery } from './growing-reads.ts';
import { placeWords, saidWords } from './growing-words.tsx';
import { RowLink } from './row/row-link.tsx';
import { useObservationDelete } from './use-observation-delete.tsx';
import { useUnsentCrops } from './use-unsent-crops.ts';
import { type ShownRow, useUnsentObservations } from './use-unsent-observations.ts';

type GrowingManagePageProps = {
  farm: Farm;
  search: GrowingListSearch;
  onSearch: (change: GrowingListSearch) => void;
  mayWrite: boolean;
  /** Link to the crop registration, for a farm without crops. */
  cropsLink: ReactNode;
};

/** Minimum width for a column per figure. */
const ROOM_FOR_FIGURES = '(min-width: 1200px)';

const loadImport = async () => (await import('./growing-import.tsx')).GrowingImport;

const everything: GrowingListSearch = {
  search: undefined,
  crop: undefined,
  house: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
};

const GrowingCharts = lazy(async () => ({ default: (await import('./chart/growing-charts.tsx')).GrowingCharts }));

const views = [
  { value: 'list', label: '기록', icon: <List aria-hidden className="size-5" /> },
  { value: 'chart', label: '그래프', icon: <ChartLine aria-hidden className="size-5" /> },
] as const;

/** The observations of a farm's trees, as a list or as charts of the season. */
export function GrowingManagePage(props: GrowingManagePageProps) {
  const { farm, search, onSearch, mayWrite } = props;
  const panelId = useId();
  const read = useQuery(growingCropsQuery(farm.index));
  const crops = read.data?.value.crops;
  const unsent = useUnsentCrops(farm.index, read);
  const mayAdd = mayWrite && crops !== undefined && crops.length + unsent.length > 0;
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="생육 조사" actions={mayAdd && <CreateLinks />} />
      <SegmentedTabs
        label="기록과 그래프"
        tabs={views}
        value={search.view ?? 'list'}
        onChange={(view) => onSearch({ view: view === 'chart' ? view : undefined })}
        panelId={panelId}
      />
      <div id={panelId} role="tabpanel" className="flex flex-col gap-5">
        {search.view === 'chart' && crops && crops.length > 0 ? (
          <Suspense fallback={<Skeleton className="h-[36rem]" />}>
            <GrowingCharts farmName={farm.farmName} crops={crops} search={search} onSearch={onSearch} />
          </Suspense>
        ) : (
          <GrowingList {...props} crops={crops} mayAdd={mayAdd} />
        )}
      </div>
    </div>
  );
}

type GrowingListProps = GrowingManagePageProps & { crops: readonly GrowingCrop[] | undefined; mayAdd: boolean };

function GrowingList({ farm, search, onSearch, mayWrite, cropsLink, crops, mayAdd }: GrowingListProps) {
  const stored = useList({ search, onSearch }, (asked) => growingListQuery(farm.index, search, asked));
  const { list, created } = useUnsentObservations(stored, farm.index);
  const { askDelete, dialog } = useObservationDelete();
  const importing = useImportDialog(loadImport);
  const isWide = useMedia(ROOM_FOR_FIGURES);
  const isTable = useMedia(DESKTOP);
  const { crop, house, from, to } = search;

  function actionsOf(row: ShownRow): MenuAction[] {
    const icon = <Trash2 aria-hidden className="size-5" />;
    const mayDelete = mayWrite && row.canWrite && !row.leaving;
    return mayDelete ? [{ label: '삭제', icon, isDanger: true, onSelect: () => askDelete(row) }] : [];
  }
  return (
    <>
      <QueuedRows
        noun="생육 조사"
        rows={created.map(({ entryId, state, body }) => ({
          entryId,
          state,
          title: <OutboxLink>{nameOf(body)}</OutboxLink>,
        }))}
      />
      <ListPanel
        list={list}
        label="생육 조사 목록"
        searchLabel="나무, 동, 메모, 적은 사람"
        filters={{
          fields: <GrowingFilters crops={crops ?? []} search={search} onSearch={onSearch} />,
          count: [crop, house, from, to].filter((one) => one !== undefined).length,
        }}
        columns={growingListColumns(isWide ? 'wide' : isTable ? 'narrow' : 'cards')}
        rowKey={({ id }) => id}
        rowName={(row) => `${row.itemsName} ${placeWords(row)}`}
        rowActions={actionsOf}
        defaultSort="-observedAt"
        renderLink={linkTo}
        empty={
          crops?.length === 0 && !mayAdd ? (
            <EmptyState title="먼저 작물을 등록해 주세요" action={cropsLink}>
              생육 조사는 작물의 나무마다 적습니다.
            </EmptyState>
          ) : (
            <NoObservations mayWrite={mayAdd} />
          )
        }
        notFound={
          <EmptyState
            title="조건에 맞는 기록이 없습니다"
            action={<Button onClick={() => onSearch(everything)}>모두 보기</Button>}
          >
            기간이나 작물을 넓혀 보세요.
          </EmptyState>
        }
        exportFile={growingFile(farm.farmName)}
        onImport={mayAdd ? importing.open : undefined}
      />
      {importing.Dialog && (
        <importing.Dialog {...importing.shown} farm={farm} queued={created.flatMap(({ body }) => body ?? [])} />
      )}
      {dialog}
    </>
  );
}

/** A row leads to its page, and one whose deletion waits to where that can be taken back. */
function linkTo({ id, leaving }: ShownRow, children: ReactNode, className: string): ReactNode {
  if (leaving) return <OutboxLink className={className}>{children}</OutboxLink>;
  return (
    <GrowingLink id={id} className={className}>
      {children}
    </GrowingLink>
  );
}

/** The name of a queued observation. */
const nameOf = (body: ObservationFields | undefined) =>
  body ? [placeWords(body), saidWords(body) || body.note].filter((word) => word !== '').join(' · ') : observationNoun;

function CreateLinks() {
  return (
    <>
      <RowLink>이어서 재기</RowLink>
      <CreateLink />
    </>
  );
}

function CreateLink() {
  return (
    <Link to="/cms/growth/growing-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      조사 등록
    </Link>
  );
}

function NoObservations({ mayWrite }: { mayWrite: boolean }) {
  return (
    <EmptyState
      title="아직 조사한 기록이 없습니다"
      icon={<Ruler aria-hidden className="size-8" />}
      action={mayWrite && <CreateLink />}
    >
      {mayWrite
        ? '나무를 몇 그루 정해 2주마다 새순, 열매 지름, 당도와 산도를 재어 적으면 한 철을 작년과 나란히 볼 수 있습니다.'
        : '농장에서 조사한 값을 적으면 여기에 나타납니다.'}
    </EmptyState>
  );
}

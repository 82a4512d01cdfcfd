import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Sprout from 'lucide-react/icons/sprout';
import Trash2 from 'lucide-react/icons/trash-2';
import { type CropFields, createCrop, updateCrop } from '#contract/crop/crop.ts';
import { cropNoun, cropStatusWords, cultivationWords } from '#contract/crop/crop-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useUnsentRows, type WithQueued } from '#src/api/outbox/use-queued-edits.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { useList } from '#src/api/read/use-list.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { useImportDialog } from '#src/ui/csv/use-import-dialog.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { FarmChips } from '#src/ui/list/farm-chips.tsx';
import { farmColumn } from '#src/ui/list/farm-column.tsx';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { OutboxLink, QueuedRows, QueuedTag } from '#src/ui/list/queued-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { columnTitles } from './column-titles.tsx';
import { CropLink } from './crop-link.tsx';
import { type CropListSearch, type CropRow, type CropSort, cropListQuery } from './crop-list.ts';
import { daysSinceBudBreak } from './crop-words.ts';
import { useCropDelete } from './use-crop-delete.tsx';

type CropManagePageProps = {
  farms: readonly Farm[];
  /** The farm chosen in the shell. */
  farm: Farm | undefined;
  search: CropListSearch;
  onSearch: (change: CropListSearch) => void;
  mayWrite: boolean;
};

const loadImport = async () => (await import('./crop-import.tsx')).CropImport;

/** The crops of one farm, or of all farms that the user may see. */
export function CropManagePage({ farms, farm, search, onSearch, mayWrite }: CropManagePageProps) {
  const farmIndex = search.view === 'all' ? undefined : farm?.index;
  const stored = useList({ search, onSearch }, (asked) => cropListQuery(farmIndex, asked));
  const list = useUnsentRows(stored, updateCrop, ({ id }) => id);
  const { askDelete, dialog } = useCropDelete();
  const importing = useImportDialog(loadImport);
  const created = useWritten(createCrop, stored.since);
  const writable = mayWrite ? farms.filter(({ right }) => right !== 'read') : [];
  const mayAdd = writable.length > 0;

  function actionsOf(row: CropRow): MenuAction[] {
    const icon = <Trash2 aria-hidden className="size-5" />;
    return mayWrite && row.canWrite ? [{ label: '삭제', icon, isDanger: true, onSelect: () => askDelete(row) }] : [];
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="작물 관리" actions={mayAdd && <CreateLink />} />
      {farm && farms.length > 1 && <FarmChips farmName={farm.farmName} view={search.view} onView={onSearch} />}
      <QueuedRows
        noun="작물"
        rows={created.map(({ entryId, state, body }) => ({
          entryId,
          state,
          title: <OutboxLink>{nameOf(body)}</OutboxLink>,
        }))}
      />
      <ListPanel
        list={list}
        label="작물 목록"
        searchLabel="품목, 품종, 동, 농장"
        columns={columnsFor(farmIndex === undefined, list.now)}
        rowKey={({ id }) => id}
        rowName={({ itemsName, house }) => [itemsName, house].filter(Boolean).join(' ')}
        rowActions={actionsOf}
        renderLink={({ id }, children, className) => (
          <CropLink id={id} className={className}>
            {children}
          </CropLink>
        )}
        expectedRows={4}
        empty={<NoCrops mayWrite={mayAdd} />}
        exportFile={exportFile}
        onImport={mayAdd ? importing.open : undefined}
      />
      {importing.Dialog && <importing.Dialog {...importing.shown} farms={writable} />}
      {dialog}
    </div>
  );
}

/** An export can be imported again. */
const exportFile: ExportFile<CropRow> = {
  name: '작물 목록',
  columns: [
    [columnTitles.farmIndex, ({ farmName }) => farmName],
    [columnTitles.itemCode, ({ itemsName }) => itemsName],
    [columnTitles.variety, ({ variety }) => variety],
    [columnTitles.house, ({ house }) => house],
    [columnTitles.areaM2, ({ areaM2 }) => areaM2],
    [columnTitles.treeCount, ({ treeCount }) => treeCount],
    [columnTitles.plantedOn, ({ plantedOn }) => plantedOn],
    [columnTitles.budBreakOn, ({ budBreakOn }) => budBreakOn],
    [columnTitles.cultivation, ({ cultivation }) => cultivationWords[cultivation]],
    [columnTitles.status, ({ status }) => cropStatusWords[status]],
  ],
};

function CreateLink() {
  return (
    <Link to="/cms/farm/crop-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      작물 등록
    </Link>
  );
}

/** The name of a queued crop. */
const nameOf = (body: Pick<CropFields, 'variety' | 'house'> | undefined) =>
  [body?.variety, body?.house].filter(Boolean).join(' · ') || cropNoun;

function columnsFor(isAll: boolean, now: number): Column<WithQueued<CropRow>, CropSort>[] {
  return [
    {
      key: 'itemsName',
      title: '품목',
      sortBy: 'itemsName',
      onCard: 'title',
      render: ({ itemsName, variety, queued }) => (
        <>
          {itemsName}
          {variety !== '' && <span className="ml-2 font-normal text-ink-soft">{variety}</span>}{' '}
          <QueuedTag state={queued} />
        </>
      ),
    },
    ...(isAll ? [farmColumn<WithQueued<CropRow>>()] : []),
    {
      key: 'house',
      title: '동·밭',
      sortBy: 'house',
      onCard: 'fact',
      render: ({ house }) => house || null,
    },
    {
      key: 'areaM2',
      title: '면적',
      sortBy: 'areaM2',
      align: 'end',
      render: ({ areaM2 }) => areaM2 !== null && `${formatNumber(areaM2, 0)} ㎡`,
    },
    {
      key: 'treeCount',
      title: '나무',
      sortBy: 'treeCount',
      align: 'end',
      render: ({ treeCount }) => treeCount !== null && `${formatNumber(treeCount, 0)}그루`,
    },
    {
      key: 'budBreakOn',
      title: '발아',
      sortBy: 'budBreakOn',
      onCard: 'fact',
      render: (row) => {
        const days = daysSinceBudBreak(row, now);
        if (row.budBreakOn === null) return '적지 않음';
        return days === null ? row.budBreakOn : days === 0 ? '오늘' : `${days}일 전`;
      },
    },
    { key: 'cultivation', title: '재배 방식', render: ({ cultivation }) => cultivationWords[cultivation] },
    { key: 'status', title: '상태', sortBy: 'status', render: ({ status }) => cropStatusWords[status] },
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

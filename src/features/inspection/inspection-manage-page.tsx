import { Link } from '@tanstack/react-router';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Farm } from '#contract/farm/farm.ts';
import { inspectionKinds } from '#contract/inspection/data-inspection.ts';
import {
  createInspection,
  deleteInspection,
  stepInspection,
  updateInspection,
} from '#contract/inspection/inspection.ts';
import { inspectionNoun, inspectionStateWords } from '#contract/inspection/inspection-text.ts';
import { useDeletions, type WithDeletion } from '#src/api/outbox/use-deletions.ts';
import { useUnsentRows, type WithQueued } from '#src/api/outbox/use-queued-edits.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { useList } from '#src/api/read/use-list.ts';
import { formatDate, formatInstant } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { buttonClass } from '#src/ui/button/button-class.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { QueuedRows, RowTag, rowLinkClass } from '#src/ui/list/queued-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { InspectionFilters } from './inspection-filters.tsx';
import { InspectionLink } from './inspection-link.tsx';
import {
  type InspectionListRow,
  type InspectionListSearch,
  type InspectionSort,
  inspectionListQuery,
} from './inspection-list.ts';
import { dueWords, InspectionTag, targetWords } from './inspection-words.tsx';
import { useInspectionDelete } from './use-inspection-delete.tsx';

type InspectionManagePageProps = {
  search: InspectionListSearch;
  onSearch: (change: InspectionListSearch) => void;
  /** The farm chosen in the shell. */
  farm: Farm | undefined;
  hasOtherFarms: boolean;
  mayWrite: boolean;
  /** Whether there is a farm for a new inspection. */
  mayCreate: boolean;
};

/** A row of the list, with what this device has done with it since it was read. */
type ShownRow = WithDeletion<WithQueued<InspectionListRow>>;

/** The inspections of one farm, or of all farms that the user may see; unfinished ones by default. */
export function InspectionManagePage(props: InspectionManagePageProps) {
  const { search, onSearch, farm, hasOtherFarms, mayWrite, mayCreate } = props;
  const farmIndex = search.view === 'all' ? undefined : farm?.index;
  const stored = useList({ search, onSearch }, (asked) => inspectionListQuery(farmIndex, search, asked));
  const edited = useUnsentRows(stored, updateInspection, ({ id }) => id);
  const stepped = useUnsentRows(edited, stepInspection, ({ id }) => id);
  const leavingOf = useDeletions(deleteInspection, stored.since);
  const list = { ...stepped, rows: stepped.rows.map((row) => ({ ...row, leaving: leavingOf(row.id) })) };
  const { askDelete, dialog } = useInspectionDelete();
  const created = useWritten(createInspection, stored.since);
  const narrow = (change: InspectionListSearch) => onSearch({ ...change, page: undefined });

  function actionsOf(row: ShownRow): MenuAction[] {
    const icon = <Trash2 aria-hidden className="size-5" />;
    return mayWrite && row.canWrite && !row.leaving
      ? [{ label: '삭제', icon, isDanger: true, onSelect: () => askDelete(row) }]
      : [];
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="점검 관리"
        lead="살펴볼 것을 적고, 접수에서 완료까지 누가 언제 무엇을 했는지 남깁니다."
        actions={mayCreate && <CreateLink />}
      />
      <QueuedRows
        noun="점검"
        rows={created.map(({ entryId, state, body }) => ({
          entryId,
          state,
          title: body?.id ? (
            <InspectionLink id={body.id} className={rowLinkClass}>
              {body.title}
            </InspectionLink>
          ) : (
            (body?.title ?? inspectionNoun)
          ),
        }))}
      />
      <ListPanel
        list={list}
        label="점검 목록"
        searchLabel="제목, 내용, 센서, 장치, 맡은 사람"
        columns={columnsFor(farmIndex === undefined, list.judgedAt)}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        rowActions={actionsOf}
        renderLink={({ id }, children, className) => (
          <InspectionLink id={id} className={className}>
            {children}
          </InspectionLink>
        )}
        filters={{
          fields: <InspectionFilters farm={farm} hasOtherFarms={hasOtherFarms} search={search} onNarrow={narrow} />,
          count: [search.view, search.state, search.kind, search.device].filter((one) => one !== undefined).length,
        }}
        isPart
        defaultSort="-createdAt"
        empty={<NoInspections mayCreate={mayCreate} />}
        notFound={
          <EmptyState
            title="조건에 맞는 점검이 없습니다"
            action={
              <Button onClick={() => narrow({ state: 'all', kind: undefined, device: undefined, search: undefined })}>
                모두 보기
              </Button>
            }
          >
            상태나 종류를 넓혀 보세요.
          </EmptyState>
        }
        exportFile={exportFile}
      />
      {dialog}
    </div>
  );
}

const exportFile: ExportFile<InspectionListRow> = {
  name: '점검 목록',
  columns: [
    ['농장', ({ farmName }) => farmName],
    ['제목', ({ title }) => title],
    ['종류', ({ kind }) => inspectionKinds[kind].label],
    ['대상', targetWords],
    ['상태', ({ state }) => inspectionStateWords[state]],
    ['기한', ({ dueOn }) => dueOn],
    ['맡은 사람', ({ assigneeName }) => assigneeName],
    ['접수한 때', ({ createdAt }) => formatInstant(createdAt)],
  ],
};

function CreateLink() {
  return (
    <Link to="/cms/device/inspection-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      점검 등록
    </Link>
  );
}

function columnsFor(isAll: boolean, now: number): Column<ShownRow, InspectionSort>[] {
  const farm: Column<ShownRow, InspectionSort> = {
    key: 'farmName',
    title: '농장',
    sortBy: 'farmName',
    render: ({ farmName }) => farmName,
  };
  return [
    {
      key: 'title',
      title: '점검',
      sortBy: 'title',
      onCard: 'title',
      render: (row) => (
        <>
          {row.title} <RowTag row={row} />
        </>
      ),
    },
    ...(isAll ? [farm] : []),
    { key: 'kind', title: '종류', sortBy: 'kind', render: ({ kind }) => inspectionKinds[kind].label },
    { key: 'target', title: '대상', render: targetWords },
    {
      key: 'state',
      title: '상태',
      sortBy: 'state',
      onCard: 'fact',
      render: (row) => <InspectionTag inspection={row} now={now} />,
    },
    { key: 'dueOn', title: '기한', sortBy: 'dueOn', onCard: 'fact', render: ({ dueOn }) => dueWords(dueOn) },
    { key: 'assignee', title: '맡은 사람', sortBy: 'assignee', render: ({ assigneeName }) => assigneeName },
    {
      key: 'createdAt',
      title: '접수',
      sortBy: 'createdAt',
      render: ({ createdAt }) => formatDate(Date.parse(createdAt)),
    },
  ];
}

function NoInspections({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      title="열린 점검이 없습니다"
      icon={<ClipboardCheck aria-hidden className="size-8" />}
      action={mayCreate && <CreateLink />}
    >
      센서가 끊기거나 값이 멈추면 한눈에 보기와 센서 상태에서 점검을 제안해 드립니다.
    </EmptyState>
  );
}

import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Sprout from 'lucide-react/icons/sprout';
import Warehouse from 'lucide-react/icons/warehouse';
import { type DeletedRow, deletedThings, RESTORE_DAYS, restoreDeleted } from '#contract/farm/farm-admin.ts';
import { personWords } from '#contract/farm/farm-text.ts';
import { DAY_MS } from '#contract/time/time.ts';
import type { deletedSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type ListAddress, useList } from '#src/api/read/use-list.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { formatDateTime, formatInstant } from '#src/lib/format-date.ts';
import { showToast } from '#src/lib/toasts.ts';
import { DESKTOP, useMedia } from '#src/lib/use-media.ts';
import { Button } from '#src/ui/button/button.tsx';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { PageHead } from '#src/ui/page-head.tsx';

type DeletedSort = (typeof deletedSorts)[number];

/** Deleted things, restorable for a limited time: a button in the table, the menu of a card. */
export function DeletedPage(address: ListAddress<DeletedSort>) {
  const list = useList(address, (asked) => readQuery(deletedThings, { query: asked }));
  const { attempt, isSaving } = useSave(restoreDeleted);
  const isDesktop = useMedia(DESKTOP);
  const { now } = list;

  async function handleRestore({ farmIndex, cropId, name }: DeletedRow) {
    const outcome = await attempt({ body: { farmIndex, cropId } });
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
    else showToast(`${name}: ${outcome.answer.message}`);
  }
  function actionsOf(row: DeletedRow): MenuAction[] {
    const isDisabled = refusalWords(row, now) !== undefined;
    const icon = <ArchiveRestore aria-hidden className="size-5" />;
    return [{ label: '되살리기', icon, isDisabled, onSelect: () => void handleRestore(row) }];
  }
  const restoreColumn: Column<DeletedRow, DeletedSort> = {
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
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="삭제한 농장과 작물"
        lead={`삭제한 지 ${RESTORE_DAYS}일 안에는 기록까지 그대로 되살릴 수 있습니다.`}
      />
      <ListPanel
        list={list}
        label="삭제한 농장과 작물 목록"
        searchLabel="이름, 농장, 농장주"
        columns={[...factColumns, restoreColumn]}
        rowKey={({ farmIndex, cropId }) => `${farmIndex} ${cropId}`}
        rowName={({ name }) => name}
        {...(!isDesktop && { rowActions: actionsOf })}
        expectedRows={4}
        empty={
          <EmptyState title="삭제한 것이 없습니다" icon={<ArchiveRestore aria-hidden className="size-8" />}>
            누군가 농장이나 작물을 삭제하면 여기에서 되살릴 수 있습니다.
          </EmptyState>
        }
        exportFile={exportFile}
      />
    </div>
  );
}

const exportFile: ExportFile<DeletedRow> = {
  name: '삭제한 농장과 작물',
  columns: [
    ['종류', ({ kind }) => kinds[kind].words],
    ['이름', ({ name }) => name],
    ['농장', ({ farmName }) => farmName],
    ['농장주', ({ owner }) => personWords(owner)],
    ['삭제한 사람', ({ deletedBy }) => deletedBy],
    ['삭제한 때', ({ deletedAt }) => formatInstant(deletedAt)],
  ],
};

const kinds = { farm: { words: '농장', Icon: Warehouse }, crop: { words: '작물', Icon: Sprout } } as const;

const factColumns: readonly Column<DeletedRow, DeletedSort>[] = [
  {
    key: 'name',
    title: '이름',
    sortBy: 'name',
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
    sortBy: 'farmName',
    render: ({ kind, farmName }) => kind !== 'farm' && farmName,
  },
  { key: 'owner', title: '농장주', sortBy: 'owner', render: ({ owner }) => personWords(owner) },
  {
    key: 'deletedAt',
    title: '삭제',
    sortBy: 'deletedAt',
    onCard: 'fact',
    render: ({ deletedAt, deletedBy }) => (
      <>
        <time dateTime={deletedAt}>{formatDateTime(Date.parse(deletedAt))}</time>
        {deletedBy !== null && <span className="text-ink-soft"> {deletedBy}</span>}
      </>
    ),
  },
];

/** Why it cannot be restored; undefined if it can. */
function refusalWords({ kind, isFarmDeleted, restorableUntil }: DeletedRow, now: number): string | undefined {
  if (Date.parse(restorableUntil) <= now) return '기한이 지났습니다';
  return kind === 'crop' && isFarmDeleted ? '농장을 먼저 되살려 주세요' : undefined;
}

function leftWords({ restorableUntil }: DeletedRow, now: number): string {
  // `now` steps by the minute and may be before the deletion.
  return `${Math.min(RESTORE_DAYS, Math.ceil((Date.parse(restorableUntil) - now) / DAY_MS))}일 남음`;
}

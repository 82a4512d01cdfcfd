import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import {
  adminItemCodes,
  createItemCode,
  type ItemCodeFields,
  type ItemCodeRow,
  updateItemCode,
} from '#contract/crop/item-code.ts';
import type { itemCodeSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type ListAddress, useList } from '#src/api/read/use-list.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { ItemCodeForm } from './item-code-form.tsx';

type ItemCodeSort = (typeof itemCodeSorts)[number];

/** The item codes that crops are chosen from. */
export function ItemCodesPage(address: ListAddress<ItemCodeSort>) {
  const list = useList(address, (asked) => readQuery(adminItemCodes, { query: asked }));
  /** What the form above the list edits: an item, a new one, or nothing. */
  const [edited, setEdited] = useState<ItemCodeRow | 'new' | null>(null);
  const actionsOf = useItemActions(setEdited);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="품목 코드"
        lead="작물을 등록할 때 고르는 품목입니다. 쓰지 않기로 한 품목은 이미 등록된 작물에만 남습니다."
        actions={<AddButton onClick={() => setEdited('new')} />}
      />
      {edited !== null && (
        <FocusOnMount key={edited === 'new' ? 'new' : edited.code}>
          <EditedItem item={edited} nextPosition={(list.total ?? 0) + 1} onClose={() => setEdited(null)} />
        </FocusOnMount>
      )}
      <ListPanel
        list={list}
        label="품목 목록"
        searchLabel="코드, 품목 이름"
        columns={columns}
        rowKey={({ code }) => code}
        rowName={({ itemsName }) => itemsName}
        rowActions={actionsOf}
        empty={
          <EmptyState title="아직 품목이 없습니다" action={<AddButton onClick={() => setEdited('new')} />}>
            품목을 등록하면 농장주가 작물을 등록할 때 고를 수 있습니다.
          </EmptyState>
        }
        exportFile={exportFile}
      />
    </div>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="primary" onClick={onClick} icon={<Plus aria-hidden className="size-5" />}>
      품목 등록
    </Button>
  );
}

function useItemActions(onEdit: (item: ItemCodeRow) => void): (item: ItemCodeRow) => MenuAction[] {
  const { attempt } = useSave(updateItemCode);

  async function handleRetire(item: ItemCodeRow) {
    const base = fieldsOf(item);
    const outcome = await attempt({ params: { code: item.code }, body: { ...base, isRetired: !item.isRetired, base } });
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble) || changedWords, 'failed');
    else showToast(outcome.answer.message);
  }
  return (item) => {
    const Icon = item.isRetired ? ArchiveRestore : Archive;
    return [
      { label: '고치기', icon: <Pencil aria-hidden className="size-5" />, onSelect: () => onEdit(item) },
      {
        label: item.isRetired ? '다시 쓰기' : '그만 쓰기',
        icon: <Icon aria-hidden className="size-5" />,
        onSelect: () => void handleRetire(item),
      },
    ];
  };
}

type EditedItemProps = { item: ItemCodeRow | 'new'; nextPosition: number; onClose: () => void };

function EditedItem({ item, nextPosition, onClose }: EditedItemProps) {
  const { attempt: create } = useSave(createItemCode);
  const { attempt: change } = useSave(updateItemCode);
  return item === 'new' ? (
    <ItemCodeForm
      name="item new"
      title="품목 등록"
      initial={{ itemsName: '', position: nextPosition, isRetired: false }}
      send={(values) => create({ body: values })}
      onClose={onClose}
    />
  ) : (
    <ItemCodeForm
      name={`item ${item.code}`}
      title={`${item.code} 고치기`}
      initial={fieldsOf(item)}
      send={(values, base) => change({ params: { code: item.code }, body: { ...values, base } })}
      onClose={onClose}
    />
  );
}

const changedWords = '다른 사람이 먼저 바꾸었습니다. 목록을 확인하고 다시 눌러 주세요.';

function fieldsOf({ itemsName, position, isRetired }: ItemCodeRow): ItemCodeFields {
  return { itemsName, position, isRetired };
}

const exportFile: ExportFile<ItemCodeRow> = {
  name: '품목 코드',
  columns: [
    ['코드', ({ code }) => code],
    ['품목', ({ itemsName }) => itemsName],
    ['순서', ({ position }) => position],
    ['작물 수', ({ used }) => used],
    ['상태', ({ isRetired }) => (isRetired ? '쓰지 않음' : '')],
  ],
};

const columns: readonly Column<ItemCodeRow, ItemCodeSort>[] = [
  {
    key: 'itemsName',
    title: '품목',
    sortBy: 'itemsName',
    onCard: 'title',
    render: ({ itemsName, isRetired }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {itemsName}
        {isRetired && <StatusTag tone="quiet">쓰지 않음</StatusTag>}
      </span>
    ),
  },
  { key: 'code', title: '코드', sortBy: 'code', onCard: 'fact', render: ({ code }) => code },
  { key: 'position', title: '순서', sortBy: 'position', align: 'end', render: ({ position }) => position },
  { key: 'used', title: '쓰는 작물', align: 'end', onCard: 'fact', render: ({ used }) => `${used}개` },
];

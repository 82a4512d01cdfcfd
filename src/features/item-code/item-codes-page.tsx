import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
import { DEFAULT_PAGE_SIZE, type SortOf } from '#contract/wire/list.ts';
import type { itemCodeSorts } from '#contract/wire/sorts.ts';
import { useCall } from '#src/api/call/call.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { readQuery } from '#src/api/read/query.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { Button } from '#src/ui/button.tsx';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { ListFailure } from '#src/ui/list/list-failure.tsx';
import { ListToolbar } from '#src/ui/list/list-toolbar.tsx';
import { NothingFound } from '#src/ui/list/nothing-found.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { StatusTag } from '#src/ui/status-tag.tsx';
import { showToast } from '#src/ui/toast.tsx';
import { ItemCodeForm } from './item-code-form.tsx';

type ItemCodeSearch = { search?: string; sort?: SortOf<(typeof itemCodeSorts)[number]>; page?: number };

type ItemCodesPageProps = { search: ItemCodeSearch; onSearch: (change: ItemCodeSearch) => void };

/** The items that crops are chosen from. */
export function ItemCodesPage({ search: asked, onSearch }: ItemCodesPageProps) {
  const call = useCall();
  const { search, sort, page = 1 } = asked;
  const codes = useQuery({
    ...readQuery(adminItemCodes, { query: { search, sort, page } }),
    placeholderData: keepPreviousData,
  });
  const { attempt: create } = useSave(createItemCode);
  const { attempt: change } = useSave(updateItemCode);
  /** What the form beside the list edits: an item, a new one, or nothing. */
  const [edited, setEdited] = useState<ItemCodeRow | 'new' | null>(null);
  const { rows, total } = codes.data?.value ?? { rows: [], total: 0 };

  async function handleRetire(row: ItemCodeRow) {
    const base = fieldsOf(row);
    const outcome = await change({ params: { code: row.code }, body: { ...base, isRetired: !row.isRetired, base } });
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble) || changedWords, 'failed');
    else showToast(outcome.answer.message);
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="품목 코드"
        lead="작물을 등록할 때 고르는 품목입니다. 쓰지 않기로 한 품목은 이미 등록된 작물에만 남습니다."
        actions={
          <Button variant="primary" onClick={() => setEdited('new')} icon={<Plus aria-hidden className="size-5" />}>
            품목 등록
          </Button>
        }
      />
      {edited !== null && (
        <FocusOnMount key={edited === 'new' ? 'new' : edited.code}>
          <ItemCodeForm
            name={edited === 'new' ? 'item new' : `item ${edited.code}`}
            title={edited === 'new' ? '품목 등록' : `${edited.code} 고치기`}
            initial={edited === 'new' ? { itemsName: '', position: total + 1, isRetired: false } : fieldsOf(edited)}
            send={(values, base) =>
              edited === 'new'
                ? create({ body: values })
                : change({ params: { code: edited.code }, body: { ...values, base } })
            }
            onClose={() => setEdited(null)}
          />
        </FocusOnMount>
      )}
      <ListToolbar
        search={{
          label: '코드, 품목 이름',
          value: search ?? '',
          onSearch: (text) => onSearch({ search: text || undefined, page: undefined }),
        }}
        actions={
          <ExportButton
            fileName="품목 코드"
            heads={['코드', '품목', '순서', '작물 수', '상태']}
            load={async () =>
              (await everyPage((part) => call(adminItemCodes, { query: { search, sort, ...part } }))).map((row) => [
                row.code,
                row.itemsName,
                row.position,
                row.used,
                row.isRetired ? '쓰지 않음' : '',
              ])
            }
          />
        }
      />
      {codes.isError && !codes.data ? (
        <ListFailure
          refusal={refusalOf(codes.error)}
          onRetry={() => void codes.refetch()}
          isRetrying={codes.isFetching}
        />
      ) : (
        <DataList<ItemCodeRow>
          label="품목 목록"
          columns={columns}
          rows={rows}
          rowKey={({ code }) => code}
          rowName={({ itemsName }) => itemsName}
          rowActions={(row) => [
            { label: '고치기', icon: <Pencil aria-hidden className="size-5" />, onSelect: () => setEdited(row) },
            {
              label: row.isRetired ? '다시 쓰기' : '그만 쓰기',
              icon: row.isRetired ? (
                <ArchiveRestore aria-hidden className="size-5" />
              ) : (
                <Archive aria-hidden className="size-5" />
              ),
              onSelect: () => void handleRetire(row),
            },
          ]}
          sort={sort}
          onSort={(next) => onSearch({ sort: next as ItemCodeSearch['sort'], page: undefined })}
          isLoading={codes.data === undefined}
          isStale={codes.isPlaceholderData}
          empty={
            search === undefined ? (
              <EmptyState title="아직 품목이 없습니다">‘품목 등록’을 눌러 첫 품목을 더해 주세요.</EmptyState>
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

const changedWords = '다른 사람이 먼저 바꾸었습니다. 목록을 확인하고 다시 눌러 주세요.';

function fieldsOf({ itemsName, position, isRetired }: ItemCodeRow): ItemCodeFields {
  return { itemsName, position, isRetired };
}

const columns: readonly Column<ItemCodeRow>[] = [
  {
    key: 'itemsName',
    title: '품목',
    isSortable: true,
    onCard: 'title',
    render: ({ itemsName, isRetired }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {itemsName}
        {isRetired && <StatusTag tone="quiet">쓰지 않음</StatusTag>}
      </span>
    ),
  },
  { key: 'code', title: '코드', isSortable: true, onCard: 'fact', render: ({ code }) => code },
  { key: 'position', title: '순서', isSortable: true, align: 'end', render: ({ position }) => position },
  { key: 'used', title: '쓰는 작물', align: 'end', onCard: 'fact', render: ({ used }) => `${used}개` },
];

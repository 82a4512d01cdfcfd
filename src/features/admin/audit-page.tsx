import { useQuery } from '@tanstack/react-query';
import { type AuditAction, auditActions, auditWord } from '#contract/audit/audit.ts';
import { type AuditRow, auditLog } from '#contract/audit/audit-log.ts';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useList } from '#src/api/read/use-list.ts';
import { formatDateTime, formatInstant } from '#src/lib/format-date.ts';
import { isSame } from '#src/lib/is-same.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';
import { Button } from '#src/ui/button/button.tsx';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { Select } from '#src/ui/field/select.tsx';
import { fieldName, hiddenFields, type ServerWords, valueWords } from '#src/ui/field-words.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import { PageHead } from '#src/ui/page-head.tsx';

/** The page's search parameters; days are Seoul's. */
export type AuditSearch = ListSearch<'at'> & { action?: AuditAction; from?: string; to?: string };

type AuditPageProps = { search: AuditSearch; onSearch: (change: AuditSearch) => void };

const all: AuditSearch = { search: undefined, action: undefined, from: undefined, to: undefined, page: undefined };

/** The audit log: who changed what, field by field. */
export function AuditPage({ search, onSearch }: AuditPageProps) {
  const { action, from, to } = search;
  const list = useList({ search, onSearch }, (asked) => readQuery(auditLog, { query: { ...asked, action, from, to } }));
  const serverWords = useServerWords();
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="변경 기록"
        lead="농장, 작물, 장치, 사용자, 권한과 난방 설정을 누가 언제 어떻게 바꾸었는지 남깁니다."
      />
      <ListPanel
        list={list}
        label="변경 기록 목록"
        searchLabel="사람, 대상, 농장"
        filters={{
          fields: <AuditFilters search={search} onSearch={onSearch} />,
          count: [action, from, to].filter((one) => one !== undefined).length,
        }}
        columns={columnsFor(serverWords)}
        rowKey={({ index }) => index}
        defaultSort="-at"
        empty={<EmptyState title="아직 기록이 없습니다">누군가 무엇을 바꾸면 여기에 남습니다.</EmptyState>}
        notFound={
          <EmptyState
            title="조건에 맞는 기록이 없습니다"
            action={<Button onClick={() => onSearch(all)}>모두 보기</Button>}
          >
            기간이나 한 일을 넓혀 보세요.
          </EmptyState>
        }
        exportFile={fileFor(serverWords)}
      />
    </div>
  );
}

/** Names for the codes in the log, from the server. */
function useServerWords(): ServerWords {
  const items = useQuery(readQuery(itemCodes, { params: { prefix: CROP_PREFIX } })).data?.value ?? [];
  return { itemCode: Object.fromEntries(items.map(({ code, itemsName }) => [code, itemsName])) };
}

function AuditFilters({ search, onSearch }: AuditPageProps) {
  const narrow = (change: AuditSearch) => onSearch({ ...change, page: undefined });
  return (
    <div className="grid w-full max-w-3xl grid-cols-2 gap-3 sm:grid-cols-3">
      <div className="max-sm:col-span-2">
        <Select<string>
          label="한 일"
          choices={[
            { value: '', label: '모두' },
            ...auditActions.map((action) => ({ value: action, label: auditWord(action) })),
          ]}
          value={search.action ?? ''}
          onChange={(next) => narrow({ action: auditActions.find((action) => action === next) })}
        />
      </div>
      <DateField label="첫날" value={search.from ?? null} onChange={(from) => narrow({ from: from ?? undefined })} />
      <DateField label="마지막 날" value={search.to ?? null} onChange={(to) => narrow({ to: to ?? undefined })} />
    </div>
  );
}

const fileFor = (serverWords: ServerWords): ExportFile<AuditRow> => ({
  name: '변경 기록',
  columns: [
    ['때', ({ at }) => formatInstant(at)],
    ['아이디', ({ userId }) => userId],
    ['이름', ({ userName }) => userName],
    ['한 일', ({ action }) => auditWord(action)],
    ['대상', ({ subjectName }) => subjectName],
    ['농장', ({ farmName }) => farmName],
    ['바뀐 내용', (row) => linesOf(row, serverWords).join(' / ')],
    ['문의 번호', ({ requestId }) => requestId],
  ],
});

type Change = { field: string; before: unknown; after: unknown };

/** The fields that differ; for a creation all fields with a value. */
function changesOf({ before, after }: AuditRow): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter(({ field }) => !hiddenFields.has(field))
    .filter(({ before: was, after: is }) => !isSame(was ?? null, is ?? null))
    .filter(({ field, before: was, after: is }) => valueWords(field, was) !== valueWords(field, is));
}

/** The changes, one line per field. */
function linesOf(row: AuditRow, serverWords: ServerWords): string[] {
  return changesOf(row).map(({ field, before, after }) => {
    const was = before === undefined ? '' : `${valueWords(field, before, serverWords)} → `;
    return `${fieldName(field)}: ${was}${valueWords(field, after, serverWords)}`;
  });
}

const columnsFor = (serverWords: ServerWords): Column<AuditRow, 'at'>[] => [
  {
    key: 'at',
    title: '때',
    sortBy: 'at',
    onCard: 'fact',
    render: ({ at, userId, userName }) => (
      <>
        <time dateTime={at} className="whitespace-nowrap">
          {formatDateTime(Date.parse(at))}
        </time>
        <span className="block text-age text-ink-soft">
          {userName ?? userId} ({userId})
        </span>
      </>
    ),
  },
  {
    key: 'action',
    title: '한 일',
    onCard: 'title',
    render: ({ action, subjectName, farmName }) => (
      <>
        {auditWord(action)}
        <span className="block font-normal text-ink-soft">
          {[subjectName, farmName === subjectName ? null : farmName].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  {
    key: 'changes',
    title: '바뀐 내용',
    onCard: 'fact',
    render: (row) => {
      const lines = linesOf(row, serverWords);
      if (lines.length === 0) return null;
      return (
        <ul className="flex flex-col gap-0.5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      );
    },
  },
];

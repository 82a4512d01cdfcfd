import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AuditAction, auditActions } from '#contract/audit/audit.ts';
import { type AuditRow, auditLog } from '#contract/audit/audit-log.ts';
import { auditWords } from '#contract/audit/audit-text.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/wire/list.ts';
import { useCall } from '#src/api/call/call.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { isSame } from '#src/lib/is-same.ts';
import { Button } from '#src/ui/button.tsx';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { Select } from '#src/ui/field/select.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { ListFailure } from '#src/ui/list/list-failure.tsx';
import { ListToolbar } from '#src/ui/list/list-toolbar.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { fieldName, unsaid, valueWords } from './field-words.tsx';

export type AuditSearch = {
  search?: string;
  sort?: 'at' | '-at';
  page?: number;
  action?: AuditAction;
  from?: string;
  to?: string;
};

type AuditPageProps = { search: AuditSearch; onSearch: (change: AuditSearch) => void };

/** Who changed what, field by field. */
export function AuditPage({ search: asked, onSearch }: AuditPageProps) {
  const call = useCall();
  const { page = 1, ...filter } = asked;
  const log = useQuery({ ...readQuery(auditLog, { query: { ...filter, page } }), placeholderData: keepPreviousData });
  const { rows, total } = log.data?.value ?? { rows: [], total: 0 };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const refine = (change: AuditSearch) => onSearch({ ...change, page: undefined });

  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="변경 기록"
        lead="농장, 작물, 장치, 사용자, 권한과 난방 설정을 누가 언제 어떻게 바꾸었는지 남깁니다."
      />
      <ListToolbar
        search={{
          label: '사람, 대상, 농장',
          value: filter.search ?? '',
          onSearch: (text) => refine({ search: text || undefined }),
        }}
        filters={
          <div className="grid w-full max-w-3xl grid-cols-2 gap-3 sm:grid-cols-3">
            <div className="max-sm:col-span-2">
              <Select<string>
                label="한 일"
                choices={[
                  { value: '', label: '모두' },
                  ...auditActions.map((action) => ({ value: action, label: auditWords[action] })),
                ]}
                value={filter.action ?? ''}
                onChange={(next) => refine({ action: auditActions.find((action) => action === next) })}
              />
            </div>
            <DateField
              label="첫날"
              value={filter.from ?? null}
              onChange={(from) => refine({ from: from ?? undefined })}
            />
            <DateField label="마지막 날" value={filter.to ?? null} onChange={(to) => refine({ to: to ?? undefined })} />
          </div>
        }
        actions={
          <ExportButton
            fileName="변경 기록"
            heads={['때', '아이디', '이름', '한 일', '대상', '농장', '바뀐 내용', '요청 번호']}
            load={async () =>
              (await everyPage((part) => call(auditLog, { query: { ...filter, ...part } }))).map((row) => [
                formatDateTime(Date.parse(row.at)),
                row.userId,
                row.userName,
                auditWords[row.action],
                row.subjectName,
                row.farmName,
                changesOf(row).map(lineOf).join(' / '),
                row.requestId,
              ])
            }
          />
        }
      />
      {log.isError && !log.data ? (
        <ListFailure refusal={refusalOf(log.error)} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />
      ) : (
        <DataList<AuditRow>
          label="변경 기록 목록"
          columns={columns}
          rows={rows}
          rowKey={({ index }) => index}
          sort={filter.sort ?? '-at'}
          onSort={(next) => refine({ sort: next === 'at' ? 'at' : undefined })}
          isLoading={log.data === undefined}
          isStale={log.isPlaceholderData}
          empty={
            <EmptyState
              title={isFiltered ? '조건에 맞는 기록이 없습니다' : '아직 기록이 없습니다'}
              action={
                isFiltered && (
                  <Button
                    onClick={() => refine({ search: undefined, action: undefined, from: undefined, to: undefined })}
                  >
                    모두 보기
                  </Button>
                )
              }
            >
              {isFiltered ? '기간이나 한 일을 넓혀 보세요.' : '누군가 무엇을 바꾸면 여기에 남습니다.'}
            </EmptyState>
          }
        />
      )}
      <Pager page={page} pageSize={DEFAULT_PAGE_SIZE} total={total} onPage={(next) => onSearch({ page: next })} />
    </div>
  );
}

type Change = { field: string; before: unknown; after: unknown };

/** The fields that differ; of a creation all that were filled in. */
function changesOf({ before, after }: AuditRow): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter(({ field }) => !unsaid.has(field))
    .filter(({ before: was, after: is }) => !isSame(was ?? null, is ?? null))
    .filter(({ field, before: was, after: is }) => valueWords(field, was) !== valueWords(field, is));
}

function lineOf({ field, before, after }: Change): string {
  return before === undefined
    ? `${fieldName(field)}: ${valueWords(field, after)}`
    : `${fieldName(field)}: ${valueWords(field, before)} → ${valueWords(field, after)}`;
}

const columns: readonly Column<AuditRow>[] = [
  {
    key: 'at',
    title: '때',
    isSortable: true,
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
        {auditWords[action]}
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
      const changes = changesOf(row);
      if (changes.length === 0) return '-';
      return (
        <ul className="flex flex-col gap-0.5">
          {changes.map((change) => (
            <li key={change.field}>{lineOf(change)}</li>
          ))}
        </ul>
      );
    },
  },
];

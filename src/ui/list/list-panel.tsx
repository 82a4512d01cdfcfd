import FileUp from 'lucide-react/icons/file-up';
import { type ReactNode, useState } from 'react';
import type { ListState } from '#src/lib/list/list-state.ts';
import { TABLET, useMedia } from '#src/lib/use-media.ts';
import { Button } from '../button/button.tsx';
import { ExportButton, type ExportFile } from '../csv/export-button.tsx';
import { DataAgeNote } from '../feedback/data-age-note.tsx';
import type { DataListProps } from './column.ts';
import { DataList } from './data-list.tsx';
import { ListFailurePanel } from './list-failure-panel.tsx';
import { type ListFilters, ListToolbar } from './list-toolbar.tsx';
import { NothingFound } from './nothing-found.tsx';
import { Pager } from './pager.tsx';

/** From this many rows on, a list can be searched. */
const LONG_FROM = 6;

type ListPanelProps<Row, Key extends string> = Pick<
  DataListProps<Row, Key>,
  'label' | 'columns' | 'rowKey' | 'rowName' | 'rowActions' | 'renderLink' | 'expectedRows' | 'foldOf'
> & {
  list: ListState<Row, Key>;
  /** What can be searched: '농장 이름, 주소'. */
  searchLabel: string;
  /** The default order, if a column shows it. */
  defaultSort?: ListState<Row, Key>['asked']['sort'];
  /** Filters; on a phone they are behind one button. */
  filters?: ListFilters;
  /** The default view is filtered, so the filters are shown even for a short list. */
  isPart?: boolean;
  /** Shown instead of an empty list: an EmptyState with the next step. */
  empty: ReactNode;
  /** Shown if the search finds nothing; default: the search text, and a button to clear it. */
  notFound?: ReactNode;
  exportFile: ExportFile<Row>;
  /** Opens the import; undefined if importing is not allowed. */
  onImport?: (() => void) | undefined;
};

/**
 * A list from the server: search, sorting, paging, export, age and errors. Search, sorting and export are shown for a
 * long list or during a search; the import is below a short list, and on a phone import and export are below every
 * list.
 */
export function ListPanel<Row, Key extends string>(props: ListPanelProps<Row, Key>) {
  const { list, searchLabel, defaultSort, filters, isPart = false, empty, notFound } = props;
  const { label, columns, rowKey, rowName, rowActions, renderLink, foldOf, expectedRows = LONG_FROM } = props;
  const { exportFile, onImport } = props;
  const { asked, refine, rows, pageSize, total, failure, seen, now } = list;
  const isWide = useMedia(TABLET);
  const isNarrowed = filters !== undefined && filters.count > 0;
  const isAsked = isNarrowed || asked.search !== undefined || asked.sort !== undefined;
  const isCounted = total !== undefined && !list.isStale;
  const [wasLong, setWasLong] = useState(expectedRows >= LONG_FROM);
  if (isCounted && wasLong !== total >= LONG_FROM) setWasLong(total >= LONG_FROM);
  // While other rows are being fetched, the tools do not change.
  const isLong = isAsked || (isCounted ? total >= LONG_FROM : wasLong);
  const clear = () => refine({ search: undefined });
  const importButton = onImport && (
    <Button
      variant={isLong ? 'secondary' : 'quiet'}
      onClick={onImport}
      icon={<FileUp aria-hidden className="size-5" />}
    >
      {isLong ? '가져오기' : '파일에서 가져오기'}
    </Button>
  );
  const files = (
    <>
      {importButton}
      <ExportButton file={exportFile} load={list.everyRow} />
    </>
  );
  return (
    <>
      {(isLong || isPart) && (
        <ListToolbar
          search={
            isLong
              ? {
                  label: searchLabel,
                  value: asked.search ?? '',
                  onSearch: (text) => refine({ search: text || undefined }),
                }
              : undefined
          }
          filters={filters}
          actions={isLong && files}
        />
      )}
      <DataAgeNote seen={seen} now={now} />
      {failure ? (
        <ListFailurePanel {...failure} />
      ) : (
        <DataList<Row, Key>
          label={label}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          {...(rowName && { rowName })}
          {...(rowActions && { rowActions })}
          {...(renderLink && { renderLink })}
          sort={asked.sort ?? defaultSort}
          onSort={isLong ? (sort) => refine({ sort: sort === defaultSort ? undefined : sort }) : undefined}
          isLoading={total === undefined}
          isStale={list.isStale}
          expectedRows={expectedRows}
          foldOf={isLong && mayFold(list, isAsked) ? foldOf : undefined}
          empty={
            isNarrowed || asked.search !== undefined
              ? (notFound ?? <NothingFound search={asked.search ?? ''} onClear={clear} />)
              : empty
          }
        />
      )}
      <Pager page={asked.page ?? 1} pageSize={pageSize} total={total ?? 0} onPage={(page) => refine({ page })} />
      {isLong && !isWide && <div className="flex flex-wrap gap-2 *:flex-1 *:px-3 *:whitespace-nowrap">{files}</div>}
      {!isLong && total !== undefined && onImport && (
        <div className="flex flex-wrap items-center gap-x-3">
          <p className="text-ink-soft">한 번에 여럿을 등록하려면</p>
          {importButton}
        </div>
      )}
    </>
  );
}

/**
 * Whether rows may be folded behind a name with their count. What somebody looks for or has put in order stands open
 * (`isAsked`), and a fold of one page alone would miss the rows of the others.
 */
export function mayFold({ rows, total }: Pick<ListState<unknown, string>, 'rows' | 'total'>, isAsked: boolean) {
  return !isAsked && rows.length === total;
}

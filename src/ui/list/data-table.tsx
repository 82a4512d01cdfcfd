import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { type DataListProps, toggleSort } from './column.ts';
import { RowMenu } from './row-menu.tsx';

const cellClass = 'h-14 px-4 py-1.5 first:pl-5 last:pr-5';
// Below the desktop header, which is sticky if the window is high enough (app-shell.tsx).
const headClass =
  'sticky top-0 z-10 border-b border-line bg-card px-4 py-0 text-left font-semibold first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5 [@media(min-height:480px)]:top-bar-desktop';

/** The list as a table with a sticky heading. Part of DataList. */
export function DataTable<Row, Key extends string = never>(props: DataListProps<Row, Key>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    rowName,
    rowActions,
    renderLink,
    isLoading,
    isStale,
    expectedRows = 10,
  } = props;
  const titleKey = columns.find((column) => column.onCard === 'title')?.key ?? columns[0]?.key;
  return (
    <div className="rounded-card bg-card shadow-card">
      <table
        aria-label={label}
        aria-busy={isLoading || isStale || undefined}
        className="w-full border-separate border-spacing-0"
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            {rowActions && (
              <th scope="col" className={classNames(headClass, 'w-px')}>
                <span className="sr-only">메뉴</span>
              </th>
            )}
          </tr>
        </thead>
        {isLoading ? (
          <SkeletonRows count={expectedRows} columnCount={columns.length + (rowActions ? 1 : 0)} />
        ) : (
          <tbody className={classNames('transition-opacity', isStale && 'opacity-60')}>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                className={classNames('group', renderLink && 'hover:bg-sunken has-[a:focus-visible]:bg-sunken')}
              >
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={classNames(
                      cellClass,
                      'border-b border-line group-last:border-b-0 group-last:first:rounded-bl-card group-last:last:rounded-br-card',
                      column.align === 'end' && 'tabular text-right whitespace-nowrap',
                    )}
                  >
                    {column.key === titleKey && renderLink
                      ? renderLink(
                          row,
                          column.render(row),
                          'inline-flex min-h-touch min-w-touch items-center font-semibold text-leaf hover:underline',
                        )
                      : orDash(column.render(row))}
                  </td>
                ))}
                {rowActions && (
                  <td className={classNames(cellClass, 'border-b border-line text-right group-last:border-b-0')}>
                    <RowMenu name={rowName?.(row)} actions={rowActions(row)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

/** The content of a cell, or a dash if it is empty. */
function orDash(shown: ReactNode): ReactNode {
  return shown === null || shown === false ? '-' : shown;
}

type HeadCellProps<Row, Key extends string> = Pick<DataListProps<Row, Key>, 'sort' | 'onSort'> & {
  column: DataListProps<Row, Key>['columns'][number];
};

function HeadCell<Row, Key extends string>({ column, sort, onSort }: HeadCellProps<Row, Key>) {
  const isEnd = column.align === 'end';
  const { sortBy } = column;
  if (sortBy === undefined || !onSort) {
    return (
      <th
        scope="col"
        className={classNames(headClass, 'h-touch whitespace-nowrap text-ink-soft', isEnd && 'text-right')}
      >
        {column.title}
      </th>
    );
  }
  const direction = sort === sortBy ? 'ascending' : sort === `-${sortBy}` ? 'descending' : undefined;
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={classNames(headClass, isEnd && 'text-right')}>
      <button
        type="button"
        onClick={() => onSort(toggleSort(sort, sortBy))}
        className={classNames(
          '-mx-2 inline-flex min-h-touch items-center gap-1.5 rounded-lg px-2 whitespace-nowrap hover:bg-sunken hover:text-ink',
          isEnd && 'flex-row-reverse',
          direction ? 'text-ink' : 'text-ink-soft',
        )}
      >
        {column.title}
        <Icon aria-hidden className={classNames('size-4 shrink-0', !direction && 'opacity-60')} />
      </button>
    </th>
  );
}

type SkeletonRowsProps = { count: number; columnCount: number };

function SkeletonRows({ count, columnCount }: SkeletonRowsProps) {
  return (
    <tbody>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
        <tr key={row}>
          {Array.from({ length: columnCount }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <td key={column} className={classNames(cellClass, row < count - 1 && 'border-b border-line')}>
              <Skeleton className="h-5 max-w-40 rounded-lg" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

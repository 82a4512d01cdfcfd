import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow';
import ArrowUpNarrowWide from 'lucide-react/icons/arrow-up-narrow-wide';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import type { SortOf } from '#contract/wire/list.ts';
import { classNames } from '#src/lib/class-names.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { FoldedSection } from '../field/folded-section.tsx';
import { PlainSelect } from '../field/native-select.tsx';
import { type DataListProps, toggleSort } from './column.ts';
import { RowMenu } from './row-menu.tsx';

/** The list as cards; each is a link, with its menu beside it. Part of DataList. */
export function DataCards<Row, Key extends string = never>(props: DataListProps<Row, Key>) {
  const { label, columns, rows, rowKey, rowName, sort, onSort, isLoading, isStale, expectedRows = 10 } = props;
  const { standing, folds } = foldRows(rows, props.foldOf);
  const choices = columns.flatMap(({ sortBy, title }) => (sortBy === undefined ? [] : [{ sortBy, title }]));
  return (
    <div className="flex flex-col gap-3">
      {onSort && choices.length > 0 && <SortPicker choices={choices} sort={sort} onSort={onSort} />}
      <ul
        aria-label={label}
        hidden={!isLoading && standing.length === 0}
        aria-busy={isLoading || isStale || undefined}
        className={classNames('grid gap-3 transition-opacity sm:grid-cols-2', isStale && 'opacity-60')}
      >
        {isLoading
          ? Array.from({ length: expectedRows }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards have no identity
              <SkeletonCard key={at} factCount={columns.filter(isFact).length} />
            ))
          : standing.map((row) => <RowCard key={rowKey(row)} {...props} row={row} />)}
      </ul>
      {!isLoading &&
        folds.map(([name, folded]) => (
          <FoldedSection
            key={name}
            title={`${name} ${folded.length}개`}
            // The fold's own name is not repeated with each.
            {...(rowName && { lead: folded.map((row) => rowName(row).replace(`${name} `, '')).join(', ') })}
          >
            <ul aria-label={`${name} ${label}`} className="grid gap-3 sm:grid-cols-2">
              {folded.map((row) => (
                <RowCard key={rowKey(row)} {...props} row={row} />
              ))}
            </ul>
          </FoldedSection>
        ))}
    </div>
  );
}

const isFact = ({ onCard }: { onCard?: 'title' | 'fact' | 'line' }) => onCard === 'fact' || onCard === 'line';

/** What stands by itself, and what is folded behind each name, in the order of the rows. One fold alone folds nothing. */
function foldRows<Row>(rows: readonly Row[], foldOf: ((row: Row) => string | null) | undefined) {
  const standing: Row[] = [];
  const folds = new Map<string, Row[]>();
  for (const row of rows) {
    const name = foldOf?.(row) ?? null;
    if (name === null) standing.push(row);
    else folds.set(name, [...(folds.get(name) ?? []), row]);
  }
  return folds.size > 1 ? { standing, folds: [...folds] } : { standing: rows, folds: [] };
}

function RowCard<Row, Key extends string>({
  row,
  columns,
  renderLink,
  rowActions,
  rowName,
}: DataListProps<Row, Key> & { row: Row }) {
  const title = columns.find((column) => column.onCard === 'title') ?? columns[0];
  const facts = columns
    .filter(isFact)
    .map((fact) => ({ ...fact, shown: fact.render(row) }))
    .filter(({ shown }) => shown !== null && shown !== false);
  const actions = rowActions?.(row) ?? [];
  if (!title) return null;
  // The link covers only its text; its `::after` extends the touch target to the whole card.
  const linkClass =
    'after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-leaf';
  return (
    <li
      className={classNames(
        'fade-in relative flex min-w-0 items-center gap-1 rounded-card bg-card py-3 pl-4 shadow-card',
        actions.length > 0 ? 'pr-1.5' : 'pr-4',
        renderLink && 'hover:bg-sunken',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="text-lg leading-7 font-semibold">
          {renderLink ? renderLink(row, title.render(row), linkClass) : title.render(row)}
        </div>
        {facts.length > 0 && (
          <dl className="flex flex-wrap gap-x-5 gap-y-0.5">
            {facts.map((fact) => (
              <div key={fact.key} className="flex min-w-0 gap-2">
                <dt className={fact.onCard === 'line' ? 'sr-only' : 'shrink-0 text-ink-soft'}>{fact.title}</dt>
                <dd className={classNames('min-w-0', fact.align === 'end' && 'tabular')}>{fact.shown}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {actions.length > 0 ? (
        <div className="relative z-1 shrink-0">
          <RowMenu name={rowName?.(row)} actions={actions} />
        </div>
      ) : (
        renderLink && <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-faint" />
      )}
    </li>
  );
}

function SkeletonCard({ factCount }: { factCount: number }) {
  return (
    <li className="flex flex-col gap-1 rounded-card bg-card px-4 py-3 shadow-card">
      <Skeleton className="my-1 h-5 w-1/2 rounded-lg" />
      <div className="flex flex-col gap-0.5">
        {Array.from({ length: factCount }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines have no identity
          <Skeleton key={at} className="my-1 h-4 w-3/4 rounded-lg" />
        ))}
      </div>
    </li>
  );
}

type SortPickerProps<Key extends string> = {
  choices: readonly { sortBy: Key; title: string }[];
  sort: SortOf<Key> | undefined;
  onSort: (sort: SortOf<Key>) => void;
};

/** The device's own select: the easiest to use with gloves. */
function SortPicker<Key extends string>({ choices, sort, onSort }: SortPickerProps<Key>) {
  const id = useId();
  const chosen = choices.find(({ sortBy }) => sort === sortBy || sort === `-${sortBy}`)?.sortBy;
  const isDown = chosen !== undefined && sort !== chosen;
  const Icon = isDown ? ArrowDownWideNarrow : ArrowUpNarrowWide;
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="shrink-0 text-ink-soft">
        정렬
      </label>
      <PlainSelect
        id={id}
        value={chosen ?? ''}
        onChange={({ target }) => {
          const next = choices.find(({ sortBy }) => sortBy === target.value);
          if (next) onSort(next.sortBy);
        }}
        className="flex-1 sm:max-w-60"
      >
        {chosen === undefined && <option value="">기본 순서</option>}
        {choices.map(({ sortBy, title }) => (
          <option key={sortBy} value={sortBy}>
            {title}
          </option>
        ))}
      </PlainSelect>
      <button
        type="button"
        disabled={chosen === undefined}
        onClick={() => chosen !== undefined && onSort(toggleSort(sort, chosen))}
        aria-label={isDown ? '내림차순, 오름차순으로 바꾸기' : '오름차순, 내림차순으로 바꾸기'}
        className="inline-flex size-touch shrink-0 items-center justify-center rounded-card bg-card inset-ring inset-ring-line-strong hover:bg-sunken disabled:opacity-60"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}

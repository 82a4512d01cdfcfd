import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { FieldGroup } from '#src/ui/field/field-frame.tsx';

type RowListProps<Row> = {
  /** Dotted name of the list: 'steps'. */
  name: string;
  label: string;
  help?: ReactNode;
  error: string | undefined;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  /** The title of a row by its position: '1번 구역'. */
  titleOf: (place: number) => string;
  /** The next new row; undefined if no more are allowed. */
  offered: Row | undefined;
  addLabel: string;
  /** Renders the fields of a row; `change` merges a part into it. */
  children: (row: Row, at: number, change: (part: Partial<Row>) => void) => ReactNode;
};

/** A list of rows as cards; rows can be added and removed, and the focus follows. */
export function RowList<Row extends object>(props: RowListProps<Row>) {
  const { name, label, help, error, rows, onChange, titleOf, offered, addLabel, children } = props;
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const focusRow = useFocusOnRow(list, rows.length);
  return (
    <FieldGroup id={id} name={name} label={label} help={help} error={error}>
      <ol ref={list} className="flex flex-col gap-3">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and its fields hold only text
          <li key={at}>
            <fieldset
              tabIndex={-1}
              data-row={titleOf(at + 1)}
              aria-labelledby={`${id}-${at}`}
              className="flex min-w-0 flex-col gap-3 rounded-card bg-sunken p-3"
            >
              <div className="flex items-center justify-between gap-3">
                <h3 id={`${id}-${at}`} className="font-semibold">
                  {titleOf(at + 1)}
                </h3>
                <IconButton
                  label={`${titleOf(at + 1)} 지우기`}
                  onClick={() => {
                    focusRow(Math.min(at, rows.length - 2));
                    onChange(rows.filter((_, i) => i !== at));
                  }}
                >
                  <Trash2 aria-hidden className="size-5" />
                </IconButton>
              </div>
              {children(row, at, (part) => onChange(rows.map((one, i) => (i === at ? { ...one, ...part } : one))))}
            </fieldset>
          </li>
        ))}
      </ol>
      <Button
        onClick={() => {
          if (!offered) return;
          focusRow(rows.length);
          onChange([...rows, offered]);
        }}
        disabled={offered === undefined}
        icon={<Plus aria-hidden className="size-5" />}
        className={rows.length > 0 ? 'mt-3' : undefined}
      >
        {addLabel}
      </Button>
    </FieldGroup>
  );
}

/**
 * Moves the focus to a row once the list has its new length: to the one that was added, or the one that took the place
 * of a removed one; without any row to the button after the list.
 */
function useFocusOnRow(list: RefObject<HTMLOListElement | null>, count: number): (at: number) => void {
  const wanted = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are there once their number has changed
  useEffect(() => {
    const at = wanted.current;
    wanted.current = undefined;
    if (at === undefined) return;
    const row = list.current?.children[at]?.firstElementChild ?? list.current?.nextElementSibling;
    if (row instanceof HTMLElement) row.focus();
  }, [list, count]);
  return (at) => {
    wanted.current = at;
  };
}

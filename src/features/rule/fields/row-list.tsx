import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useId } from 'react';
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

/** A list of rows as cards; rows can be added and removed. */
export function RowList<Row extends object>(props: RowListProps<Row>) {
  const { name, label, help, error, rows, onChange, titleOf, offered, addLabel, children } = props;
  const id = useId();
  return (
    <FieldGroup id={id} name={name} label={label} help={help} error={error}>
      <ol className="flex flex-col gap-3">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and its fields hold only text
          <li key={at} className="flex flex-col gap-3 rounded-card bg-sunken p-3">
            <div className="flex items-center justify-between gap-3">
              <h3 className="font-semibold">{titleOf(at + 1)}</h3>
              <IconButton label={`${titleOf(at + 1)} 지우기`} onClick={() => onChange(rows.filter((_, i) => i !== at))}>
                <Trash2 aria-hidden className="size-5" />
              </IconButton>
            </div>
            {children(row, at, (part) => onChange(rows.map((one, i) => (i === at ? { ...one, ...part } : one))))}
          </li>
        ))}
      </ol>
      <Button
        onClick={() => offered && onChange([...rows, offered])}
        disabled={offered === undefined}
        icon={<Plus aria-hidden className="size-5" />}
        className={rows.length > 0 ? 'mt-3' : undefined}
      >
        {addLabel}
      </Button>
    </FieldGroup>
  );
}

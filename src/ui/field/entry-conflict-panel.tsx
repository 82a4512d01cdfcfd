import type { ReactNode } from 'react';
import { ConflictPanel, type ConflictPanelProps } from './conflict-panel.tsx';

type EntryConflictPanelProps<Values> = Pick<
  ConflictPanelProps<keyof Values & string>,
  'onSave' | 'onCancel' | 'isBusy'
> & {
  fields: readonly (keyof Values & string)[];
  base: Values;
  mine: Values;
  current: Values;
  labels: Readonly<Record<keyof Values & string, string>>;
  /** Formats a field's value for the comparison. */
  wordsOf: (name: keyof Values & string, values: Values) => ReactNode;
};

/** The conflict panel of a form, with the fields' labels. */
export function EntryConflictPanel<Values>({
  fields,
  base,
  mine,
  current,
  labels,
  wordsOf,
  ...panel
}: EntryConflictPanelProps<Values>) {
  return (
    <ConflictPanel
      fields={fields.map((name) => ({
        name,
        label: labels[name],
        base: wordsOf(name, base),
        mine: wordsOf(name, mine),
        theirs: wordsOf(name, current),
      }))}
      {...panel}
    />
  );
}

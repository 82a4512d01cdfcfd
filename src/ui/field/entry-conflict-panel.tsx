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
  /** A field as it is read in a comparison. */
  wordsOf: (name: keyof Values & string, values: Values) => ReactNode;
};

/** The fields of a form that somebody else changed, too, by their labels. */
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

import type { ReactNode } from 'react';
import { disputedOf } from '#src/lib/form/settle-conflict.ts';
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
export function EntryConflictPanel<Values extends Record<string, unknown>>({
  fields,
  base,
  mine,
  current,
  labels,
  wordsOf,
  ...panel
}: EntryConflictPanelProps<Values>) {
  const disputed = disputedOf({ base, mine, current });
  return (
    <ConflictPanel
      fields={fields.map((name) => ({
        name,
        label: labels[name],
        base: wordsOf(name, disputed.base),
        mine: wordsOf(name, disputed.mine),
        theirs: wordsOf(name, disputed.current),
      }))}
      {...panel}
    />
  );
}

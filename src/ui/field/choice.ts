import type { FieldProps } from './field-frame.tsx';

/** One thing to choose from a list. */
export type Choice<Value extends string | number> = {
  value: Value;
  label: string;
  /** Fainter, after the label. */
  detail?: string;
  isDisabled?: boolean;
};

export type ChoiceProps<Value extends string | number> = FieldProps & {
  /** The label is still read aloud. */
  isLabelHidden?: boolean;
  choices: readonly Choice<Value>[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  /** Opens as soon as it is there: for lists that were loaded because someone pressed their stand-in. */
  isOpenOnMount?: boolean;
};

/** The look of an open list and of one row in it, shared by Select and Combobox. */
export const listClass =
  'z-50 max-h-80! min-w-(--button-width) overflow-y-auto rounded-card bg-raised p-1.5 shadow-raised inset-ring inset-ring-line';

export const rowClass =
  'flex min-h-touch cursor-pointer items-center gap-2 rounded-lg px-3 py-2 data-focus:bg-leaf-tint data-focus:text-leaf-strong ' +
  'data-selected:font-semibold data-disabled:cursor-not-allowed data-disabled:text-ink-faint';

/** From this many choices on one types on small screens, too; below, no keyboard opens (specification, section 9). */
const SEARCH_FROM = 11;

/** Whether a list is searched by typing: always on a wide screen, on a small one where it is long. */
export function isSearched(choices: number, isWide: boolean): boolean {
  return isWide || choices >= SEARCH_FROM;
}

import type { FieldProps } from './field-frame.tsx';

/** One option of a list. */
export type Choice<Value extends string | number> = {
  value: Value;
  label: string;
  /** Secondary text after the label. */
  detail?: string;
  isDisabled?: boolean;
};

export type ChoiceProps<Value extends string | number> = FieldProps & {
  /** Hidden visually; screen readers still read it. */
  isLabelHidden?: boolean;
  choices: readonly Choice<Value>[];
  /** Null without a choice. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Shown without a choice. */
  placeholder?: string;
  /** Opens on mount: for a list that was loaded because the user pressed its placeholder. */
  isOpenOnMount?: boolean;
};

/** Classes of an open list and of its rows, shared by Select and Combobox. */
export const listClass =
  'z-50 max-h-80! min-w-(--button-width) overflow-y-auto rounded-card bg-raised p-1.5 shadow-raised inset-ring inset-ring-line';

export const rowClass =
  'flex min-h-touch cursor-pointer items-center gap-2 rounded-lg px-3 py-2 data-focus:bg-leaf-tint data-focus:text-leaf-strong ' +
  'data-selected:font-semibold data-disabled:cursor-not-allowed data-disabled:text-ink-faint';

/**
 * From this many options on, small screens get a search field, too; with fewer, no keyboard opens (specification,
 * section 9).
 */
const SEARCH_FROM = 11;

/** Whether a list has a search field: always on a wide screen, on a small one if the list is long. */
export function isSearched(choices: number, isWide: boolean): boolean {
  return isWide || choices >= SEARCH_FROM;
}

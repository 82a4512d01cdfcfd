import { DESKTOP, useMedia } from '#src/lib/use-media.ts';
import { type ChoiceProps, isSearched } from './choice.ts';
import { Combobox } from './combobox.tsx';
import { Select } from './select.tsx';

/**
 * A choice from a list: a Combobox if the list is long or the screen is wide, otherwise a Select without a keyboard.
 */
export function ChoiceField<Value extends string | number>(props: ChoiceProps<Value>) {
  const isWide = useMedia(DESKTOP);
  return isSearched(props.choices.length, isWide) ? <Combobox {...props} /> : <Select {...props} />;
}

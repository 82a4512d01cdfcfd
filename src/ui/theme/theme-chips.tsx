import { useObservable } from '#src/lib/use-observable.ts';
import { SingleChips } from '../chips.tsx';
import { setTheme, theme, themeChoices } from './theme.ts';
import { looks } from './theme-toggle.tsx';

/** The choice of the theme as chips, where there is room; apart from the toggle, which every first screen loads. */
export function ThemeChips() {
  const choice = useObservable(theme);
  const chips = themeChoices.map((value) => ({ value, label: looks[value].label }));
  return <SingleChips label="화면 밝기" isLabelShown chips={chips} value={choice} onChange={setTheme} />;
}

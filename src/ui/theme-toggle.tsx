import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useSyncExternalStore } from 'react';
import { SingleChips } from './chips.tsx';
import { IconButton } from './icon-button.tsx';
import { currentTheme, onThemeChange, setTheme, themeAfter, themeChoices } from './theme.ts';

const looks = {
  system: { label: '자동', Icon: Monitor },
  light: { label: '밝게', Icon: Sun },
  dark: { label: '어둡게', Icon: Moon },
} as const;

const useTheme = () => useSyncExternalStore(onThemeChange, currentTheme, () => 'system' as const);

/** One icon that walks through 자동, 밝게, 어둡게. */
export function ThemeToggle() {
  const theme = useTheme();
  const { label, Icon } = looks[theme];
  const next = themeAfter(theme);
  return (
    <IconButton label={`화면 밝기: ${label} (누르면 ${looks[next].label})`} onClick={() => setTheme(next)}>
      <Icon aria-hidden className="size-6" />
    </IconButton>
  );
}

/** The same choice spelled out, where there is room. */
export function ThemeChips() {
  const theme = useTheme();
  const chips = themeChoices.map((value) => ({ value, label: looks[value].label }));
  return <SingleChips label="화면 밝기" isLabelShown chips={chips} value={theme} onChange={setTheme} />;
}

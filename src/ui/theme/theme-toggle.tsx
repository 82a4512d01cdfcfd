import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useObservable } from '#src/lib/use-observable.ts';
import { IconButton } from '../button/icon-button.tsx';
import { setTheme, theme, themeAfter } from './theme.ts';

export const looks = {
  system: { label: '자동', Icon: Monitor },
  light: { label: '밝게', Icon: Sun },
  dark: { label: '어둡게', Icon: Moon },
} as const;

/** A button that cycles through 자동, 밝게, 어둡게. */
export function ThemeToggle() {
  const choice = useObservable(theme);
  const { label, Icon } = looks[choice];
  const next = themeAfter(choice);
  return (
    <IconButton label={`화면 밝기: ${label} (누르면 ${looks[next].label})`} onClick={() => setTheme(next)}>
      <Icon aria-hidden className="size-6" />
    </IconButton>
  );
}

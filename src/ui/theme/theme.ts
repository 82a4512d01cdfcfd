import { type Observable, observable } from '#src/lib/observable.ts';

/** Follow the system, or always light or dark. */
export const themeChoices = ['system', 'light', 'dark'] as const;
type ThemeChoice = (typeof themeChoices)[number];

const STORAGE_KEY = 'onsil.theme';

const shown = observable<ThemeChoice>('system');

/** The current choice. */
export const theme: Observable<ThemeChoice> = shown;

/** The choice stored on this device; 'system' without one, and without storage. */
export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return themeChoices.find((choice) => choice === stored) ?? 'system';
  } catch {
    // Storage may be disabled: follow the system.
    return 'system';
  }
}

/** The next choice of the cycle. */
export function themeAfter(choice: ThemeChoice): ThemeChoice {
  return themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
}

/** Sets the choice on <html> and the colour of the browser's own bars. */
function apply(choice: ThemeChoice) {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
  const surface = getComputedStyle(root).getPropertyValue('--surface').trim();
  if (surface === '') return;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', surface);
}

function show(choice: ThemeChoice) {
  apply(choice);
  shown.set(choice);
}

/** Stores the choice on this device and applies it. */
export function setTheme(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  show(choice);
}

/** Applies the stored choice, then follows the system and other tabs. Call once, before rendering. */
export function startTheme() {
  show(storedTheme());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(shown.get()));
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) show(storedTheme());
  });
}

import { type Observable, observable } from '#src/lib/observable.ts';

/** Follow the system, or stay light or dark whatever the system says. */
export const themeChoices = ['system', 'light', 'dark'] as const;
type ThemeChoice = (typeof themeChoices)[number];

const STORAGE_KEY = 'onsil.theme';

const shown = observable<ThemeChoice>('system');

/** The choice that is shown now. */
export const theme: Observable<ThemeChoice> = shown;

/** What was chosen on this device; 'system' before any choice, and where storage is closed. */
export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return themeChoices.find((choice) => choice === stored) ?? 'system';
  } catch {
    // Storage may be switched off; the system's theme is always there.
    return 'system';
  }
}

/** The choice after this one, for a button that walks through them. */
export function themeAfter(choice: ThemeChoice): ThemeChoice {
  return themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
}

/** Puts the choice on <html> and the surface colour into the browser's own bars. */
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

/** Keeps the choice on this device and shows it at once. */
export function setTheme(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  show(choice);
}

/** Applies what was chosen before, and follows the system and other tabs from then on. Call once, before rendering. */
export function startTheme() {
  show(storedTheme());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(shown.get()));
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) show(storedTheme());
  });
}

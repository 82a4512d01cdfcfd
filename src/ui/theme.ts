/** Follow the system, or stay light or dark whatever the system says. */
export const themeChoices = ['system', 'light', 'dark'] as const;
type ThemeChoice = (typeof themeChoices)[number];

const STORAGE_KEY = 'onsil.theme';
const listeners = new Set<() => void>();

function isThemeChoice(value: unknown): value is ThemeChoice {
  return (themeChoices as readonly unknown[]).includes(value);
}

/** What was chosen on this device; 'system' before any choice, and where storage is closed. */
export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isThemeChoice(stored) ? stored : 'system';
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

/** Keeps the choice on this device and shows it at once. */
export function setTheme(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply(choice);
  for (const listener of listeners) listener();
}

/** Applies what was chosen before, and follows the system and other tabs from then on. Call once, before rendering. */
export function startTheme() {
  apply(storedTheme());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(currentTheme()));
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEY && key !== null) return;
    apply(storedTheme());
    for (const listener of listeners) listener();
  });
}

/** The choice that is shown now. */
export function currentTheme(): ThemeChoice {
  const { theme } = document.documentElement.dataset;
  return isThemeChoice(theme) ? theme : 'system';
}

/** Calls back after every change of the choice; returns how to stop. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

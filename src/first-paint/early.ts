import { browserStorage, IDENTITY_KEY } from '#src/api/call/browser-storage.ts';
import { holdSubmits } from '#src/lib/held-submit.ts';
import { storedTheme } from '#src/ui/theme/theme.ts';

/** Files of those who are signed in by the page they open first, '' for all pages; the build fills it in. */
declare const __FILES_AHEAD__: Readonly<Record<string, readonly string[]>>;

/*
 * Runs in the head of the document, before anything is painted: the build writes it into index.html. What it finds
 * stands as attributes of <html>, which src/styles.css and the app read.
 */

/** By then a line that brings the app at all has brought it, ms. */
const LATE_MS = 15_000;
/** May be read without signing in: routes that say `isPublic`, and what is not found. */
const PUBLIC_PATHS = /^\/(cms\/(policy|terms)|404)\/?$/;

const page = document.documentElement.dataset;

// As src/ui/theme/theme.ts does once it is here: no bright flash at night.
const theme = storedTheme();
if (theme !== 'system') page.theme = theme;

// Nobody is signed in on this device: whatever was asked for, the sign-in page comes first, and it stands here already.
const isSomebodyKnown = browserStorage.getItem(IDENTITY_KEY)?.includes('"locked":false') === true;
if (!isSomebodyKnown && !PUBLIC_PATHS.test(location.pathname)) page.guest = '';
const giveUpHeld = holdSubmits(() => page.guest !== undefined);

// An account of the demonstration that is pressed before the app is there, filled in as the app does it.
addEventListener('click', ({ target }) => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-account]') : null;
  if (page.guest === undefined || !pressed) return;
  const entered = { userId: pressed.dataset.account, password: page.demo };
  for (const [name, value = ''] of Object.entries(entered)) {
    const field = document.querySelector<HTMLInputElement>(`#sign-in [name=${name}]`);
    if (field) field.value = value;
  }
});

// Whoever is known needs more than the first file; the browser reads it meanwhile instead of afterwards.
if (isSomebodyKnown) {
  for (const href of [__FILES_AHEAD__[''], __FILES_AHEAD__[location.pathname]].flatMap((files) => files ?? [])) {
    const link = document.createElement('link');
    link.href = href;
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    document.head.append(link);
  }
}

const sayLate = () => {
  page.late = '';
};
setTimeout(sayLate, LATE_MS);
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    giveUpHeld();
    sayLate();
  },
  true,
);

import { browserStorage, IDENTITY_KEY } from '#src/api/call/browser-storage.ts';
import { queueSubmits } from '#src/lib/queued-submit.ts';
import { storedTheme } from '#src/ui/theme/theme.ts';

/** Files to preload for a signed-in user, by the path of the first page; '' for every page. Set by the build. */
declare const __FILES_AHEAD__: Readonly<Record<string, readonly string[]>>;

/* Runs in the document's head before the first paint: the build inlines it into index.html. Its results are attributes
   of <html>, which src/styles.css and the app read. */

/** Timeout for loading the app, ms; afterwards the page says so. */
const LATE_MS = 15_000;
/** Paths that need no session: routes with `isPublic`, and 404. */
const PUBLIC_PATHS = /^\/(cms\/(policy|terms)|404)\/?$/;

const page = document.documentElement.dataset;

// The same as src/ui/theme/theme.ts, but earlier: no bright flash at night.
const theme = storedTheme();
if (theme !== 'system') page.theme = theme;

// Without a signed-in user on this device, every path leads to the sign-in page, which is part of the document.
const isSomebodyKnown = browserStorage.getItem(IDENTITY_KEY)?.includes('"locked":false') === true;
if (!isSomebodyKnown && !PUBLIC_PATHS.test(location.pathname)) page.guest = '';
const dropHeld = queueSubmits(() => page.guest !== undefined);

// A press on a demo account before the app is loaded fills in the form, as the app does.
addEventListener('click', ({ target }) => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-account]') : null;
  if (page.guest === undefined || !pressed) return;
  const entered = { userId: pressed.dataset.account, password: page.demo };
  for (const [name, value = ''] of Object.entries(entered)) {
    const field = document.querySelector<HTMLInputElement>(`#sign-in [name=${name}]`);
    if (field) field.value = value;
  }
});

// A signed-in user needs more than the entry file: preload it in parallel.
if (isSomebodyKnown) {
  for (const href of [__FILES_AHEAD__[''], __FILES_AHEAD__[location.pathname]].flatMap((files) => files ?? [])) {
    const link = document.createElement('link');
    link.href = href;
    // As the build's own code asks for it: with another mode the browser would load it twice.
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' });
    else link.rel = 'modulepreload';
    document.head.append(link);
  }
}

const showLate = () => {
  page.late = '';
};
setTimeout(showLate, LATE_MS);
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    dropHeld();
    showLate();
  },
  true,
);

import { HOUR_MS } from '#contract/time/time.ts';
import { observable } from '#src/lib/observable.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { browserStorage, keepStorage } from '../call/browser-storage.ts';

const DISMISSED_KEY = 'onsil.install-dismissed';
const VISITS_KEY = 'onsil.visits';
/** Starts closer together than this count as one visit, ms: a reload is not a new visit. */
const VISIT_MS = HOUR_MS;
/** The install prompt is not shown on the first visit. */
const ASKED_FROM_VISIT = 2;

type InstallState = { canPrompt: boolean; showIosHint: boolean };

/** Chromium's event, missing in the DOM types: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

const state = observable<InstallState>({ canPrompt: false, showIosHint: false });
let offered: InstallPrompt | null = null;

function isPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Listens for the browser's install prompt; called at the start, because the event fires once and early. */
export function watchInstall(): void {
  const mayAsk = countVisit() >= ASKED_FROM_VISIT && browserStorage.getItem(DISMISSED_KEY) === null;
  addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    offered = event;
    if (mayAsk) state.set({ canPrompt: true, showIosHint: false });
  });
  addEventListener('appinstalled', () => {
    offered = null;
    state.set({ canPrompt: false, showIosHint: false });
    // An installed app's data should survive a full disk.
    void keepStorage();
  });
  if (isIosBrowser() && mayAsk) state.set({ canPrompt: false, showIosHint: true });
}

/** iPhone and iPad install only by their share menu; an iPad reports itself as a Mac, but with touch points. */
function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isIos && !matchMedia('(display-mode: standalone)').matches;
}

/** Number of this visit to the site, from 1; stored as 'count begin'. */
function countVisit(): number {
  const [count = 0, begin = 0] = (browserStorage.getItem(VISITS_KEY) ?? '').split(' ').map(Number);
  const now = Date.now();
  if (count > 0 && now - begin < VISIT_MS) return count;
  browserStorage.setItem(VISITS_KEY, `${count + 1} ${now}`);
  return count + 1;
}

/** Hides the install prompt for good on this device. */
function dismiss(): void {
  browserStorage.setItem(DISMISSED_KEY, String(Date.now()));
  state.set({ canPrompt: false, showIosHint: false });
}

/** Shows the browser's own dialog; each event allows it once. */
async function prompt(): Promise<void> {
  const event = offered;
  offered = null;
  state.set({ canPrompt: false, showIosHint: false });
  await event?.prompt();
}

/** Whether and how the app can be put on the home screen. */
export function useInstall(): InstallState & { prompt: () => Promise<void>; dismiss: () => void } {
  return { ...useObservable(state), prompt, dismiss };
}

import { observable } from '#src/lib/observable.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { buildId } from '#src/offline/build-id.ts';
import { isSending } from '#src/offline/outbox/sending.ts';
import { realTimers } from '#src/offline/timers.ts';
import { askWorker } from '../call/ask-worker.ts';
import { tabStorage } from '../call/browser-storage.ts';
import type { ServerClock } from '../call/server-clock.ts';
import { hasUnsaved } from '../call/unsaved.ts';
import { applyWhenQuiet, UPDATE_CHECK_GAP_MS, UPDATE_CHECK_MS } from './update-rules.ts';

/** How long to wait for a reply of the worker. */
const WAITING = { limitMs: 2_000, timers: realTimers };
const RELOADED_KEY = 'onsil.reloaded-for';

type Update = { isReady: boolean; apply: () => void };

const update = observable<Update>({ isReady: false, apply: () => {} });

/** Whether a new version waits, and how to activate it: every window of the app reloads. */
export function useUpdate(): Update {
  return useObservable(update);
}

/** Service workers need HTTPS or localhost; elsewhere the app works online only and says so. */
export function canWorkOffline(): boolean {
  return 'serviceWorker' in navigator;
}

type Registering = {
  clock: Pick<ServerClock, 'now'>;
  /** Whether a worker controlled this page when it was loaded. */
  wasControlled: boolean;
  /**
   * Called when a worker takes control of a page that was loaded without one, on the very first visit: what the page
   * has read must be cached now.
   */
  onFirstControl: () => void;
};

/** Registers the worker; rejects when the browser refuses it. */
export async function registerWorker({ clock, wasControlled, onFirstControl }: Registering): Promise<void> {
  if (!canWorkOffline() || import.meta.env.DEV) return;
  const container = navigator.serviceWorker;
  let hadController = wasControlled;
  container.addEventListener('controllerchange', () => {
    if (!hadController) {
      hadController = true;
      onFirstControl();
    } else if (hasUnsaved()) {
      // Do not reload while a form has changes: the banner stays, and the user reloads.
      update.set({ isReady: true, apply: reload });
    } else {
      reload();
    }
  });
  // A worker registered by the previous page may have taken control while this one was loading.
  if (!hadController && container.controller) {
    hadController = true;
    onFirstControl();
  }
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () =>
    offer(clock, () => {
      // The browser waits for what the old worker still does, up to five minutes: its prefetching can go on later.
      if (container.controller) void askWorker(container.controller, 'RETIRE', {}, WAITING);
      workbox.messageSkipWaiting();
    }),
  );
  await workbox.register({ immediate: true });
  checkForUpdates(() => workbox.update());
  if (container.controller) await reloadOnBuildMismatch(container.controller);
  else await askToBeClaimed(container);
}

/**
 * A page that was requested before a worker existed, or was force-reloaded, has no controller. It asks the active
 * worker to claim it: clients.claim() at activation misses a page that is still loading.
 */
async function askToBeClaimed(container: ServiceWorkerContainer): Promise<void> {
  const { active } = await container.ready;
  if (active && !container.controller) await askWorker(active, 'CLAIM', { build: buildId }, WAITING);
}

function reload(): void {
  location.reload();
}

function offer({ now }: Pick<ServerClock, 'now'>, apply: () => void): void {
  if (update.get().isReady) return;
  update.set({ isReady: true, apply });
  let touchedAt = Date.now();
  let hiddenAt = Date.now();
  for (const type of ['pointerdown', 'keydown'] as const) {
    addEventListener(type, () => {
      touchedAt = Date.now();
    });
  }
  document.addEventListener('visibilitychange', () => {
    hiddenAt = Date.now();
  });
  applyWhenQuiet({
    timers: realTimers,
    now,
    hiddenForMs: () => (document.visibilityState === 'hidden' ? Date.now() - hiddenAt : 0),
    untouchedForMs: () => Date.now() - touchedAt,
    hasUnsaved,
    isSending: () => isSending(navigator.locks),
    async countWindows() {
      const worker = navigator.serviceWorker.controller;
      return (worker && (await askWorker(worker, 'CLIENTS', {}, WAITING))?.clients) ?? null;
    },
    apply,
  });
}

function checkForUpdates(check: () => Promise<void>): void {
  let checkedAt = Date.now();
  const look = () => {
    if (Date.now() - checkedAt < UPDATE_CHECK_GAP_MS) return;
    checkedAt = Date.now();
    check().catch(() => {
      // No connection; the next check follows soon.
    });
  };
  setInterval(look, UPDATE_CHECK_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}

/** Reloads once if page and worker are of different builds: the worker then serves its own page. */
async function reloadOnBuildMismatch(worker: ServiceWorker): Promise<void> {
  const build = (await askWorker(worker, 'HELLO', {}, WAITING))?.build;
  if (build === undefined || build === buildId || hasUnsaved()) return;
  if (tabStorage.getItem(RELOADED_KEY) === build) return;
  tabStorage.setItem(RELOADED_KEY, build);
  reload();
}

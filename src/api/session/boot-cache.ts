import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import {
  type PersistedClient,
  type PersistQueryClientOptions,
  persistQueryClient,
} from '@tanstack/react-query-persist-client';
import * as z from 'zod/mini';
import { shellFarms } from '#contract/farm/farm.ts';
import { sideMenu } from '#contract/menu/menu.ts';
import { DAY_MS } from '#contract/time/time.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { siteInfo } from '#contract/wire/site.ts';
import type { Timers } from '#src/offline/timers.ts';
import { BOOT_KEY, type TextStorage } from '../call/browser-storage.ts';
import { queryName } from '../call/query-name.ts';

/** A phone unused for a whole winter still opens; keying by build id would drop the cache at each release. */
const MAX_AGE_MS = 365 * DAY_MS;

/** A write started before the user left may finish this late (the persister waits a second), ms. */
const RECHECK_MS = 1_500;

/** What the first paint needs and may therefore be in localStorage. */
const bootReads: readonly Endpoint[] = [siteInfo, sideMenu, shellFarms];

type BootCachePorts = {
  queryClient: QueryClient;
  storage: TextStorage;
  timers: Timers;
};

export type BootCache = {
  /** Restores the user's boot reads and persists them from now on. */
  open(uid: string): Promise<void>;
  /** Stops persisting them; with `forget` they are deleted. */
  close(uid: string, forget: boolean): Promise<void>;
};

/**
 * Menu and farms in localStorage, so that the first paint waits for nothing. One key per user; the worker's database
 * is the source of truth. The persister writes a second late: a write after its user has left is refused, and one by
 * another tab is removed again.
 */
export function createBootCache({ queryClient, storage, timers }: BootCachePorts): BootCache {
  let opened: { uid: string; stop: () => void } | null = null;

  async function close(uid: string, forget: boolean): Promise<void> {
    if (opened?.uid === uid) {
      opened.stop();
      opened = null;
    }
    if (!forget) return;
    const removeLeft = () => {
      if (opened?.uid !== uid) storage.removeItem(BOOT_KEY + uid);
    };
    removeLeft();
    timers.after(RECHECK_MS, removeLeft);
  }

  async function open(uid: string): Promise<void> {
    if (opened?.uid === uid) return;
    if (opened) await close(opened.uid, false);
    let isOpen = true;
    const [isNew, serialize] = changes();
    const persister = createSyncStoragePersister({
      key: BOOT_KEY + uid,
      storage: { ...storage, setItem: (key, value) => isOpen && isNew() && storage.setItem(key, value) },
      serialize,
      deserialize: readBootState,
    });
    const options: Omit<PersistQueryClientOptions, 'queryClient'> = {
      persister,
      maxAge: MAX_AGE_MS,
      dehydrateOptions: {
        shouldDehydrateQuery: ({ meta, state }) => meta?.isPersisted === true && state.status === 'success',
        shouldDehydrateMutation: () => false,
      },
    };
    const [unsubscribe, restored] = persistQueryClient({ ...options, queryClient });
    const stop = () => {
      isOpen = false;
      unsubscribe();
    };
    opened = { uid, stop };
    await restored.catch(() => {
      // Unreadable boot state was removed; the worker's copies are loaded instead.
    });
  }

  return { open, close };
}

/**
 * The persister writes on every cache event, and live values cause many: write only what changed since the last write,
 * to spare the flash.
 */
function changes(): [isNew: () => boolean, serialize: (client: PersistedClient) => string] {
  let written = '';
  let next = '';
  const isNew = () => {
    const isOther = next !== written;
    written = next;
    return isOther;
  };
  const serialize = (client: PersistedClient) => {
    next = client.clientState.queries.map(({ queryHash, state }) => `${queryHash} ${state.dataUpdatedAt}`).join();
    return JSON.stringify(client);
  };
  return [isNew, serialize];
}

const persistedClient = z.object({
  timestamp: z.number(),
  buster: z.string(),
  clientState: z.object({
    mutations: z.array(z.never()),
    queries: z.array(z.looseObject({ queryKey: z.array(z.unknown()), queryHash: z.string(), state: z.unknown() })),
  }),
});

const savedState = z.looseObject({ data: z.object({ value: z.unknown(), fetchedAt: z.number() }) });

/** Parses what an earlier visit stored; entries that do not have the expected shape are dropped. */
function readBootState(text: string): PersistedClient {
  const nothing = { timestamp: Date.now(), buster: '', clientState: { mutations: [], queries: [] } };
  try {
    const parsed = z.safeParse(persistedClient, JSON.parse(text));
    if (!parsed.success) return nothing;
    const queries = parsed.data.clientState.queries.flatMap((query) => {
      const state = fromDevice(query.queryKey[0], query.state);
      return state ? [{ ...query, state }] : [];
    });
    // Every part that is used was just checked; the rest of the type is the library's own bookkeeping.
    return { ...parsed.data, clientState: { mutations: [], queries } } as unknown as PersistedClient;
  } catch {
    // Truncated by a crash during the write.
    return nothing;
  }
}

/** A query's state for the next start, marked as from the device. Null when its schema has changed. */
function fromDevice(name: unknown, state: unknown): object | null {
  const read = bootReads.find((endpoint) => queryName(endpoint) === name);
  const parsed = z.safeParse(savedState, state);
  if (!read || !parsed.success || !z.safeParse(read.answer, parsed.data.data.value).success) return null;
  // Always stale: a copy read a second ago, before a farm was created, must not count as the current response.
  return { ...parsed.data, dataUpdatedAt: 1, data: { ...parsed.data.data, from: 'device' } };
}

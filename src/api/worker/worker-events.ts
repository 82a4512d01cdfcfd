import type { Query, QueryClient } from '@tanstack/react-query';
import { readWorkerEvent } from '#src/offline/messages.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import type { Call, Fetched } from '../call/call.ts';
import type { Freshness } from '../call/freshness.ts';
import { KEEP_RUNNING } from '../call/query-name.ts';
import { refetchAll } from '../call/refetch-all.ts';

/** Query key: how many tiles of the user's farms are prefetched. */
export const PREPARED_KEY = 'prepared';

/** Minimum interval between session requests that the worker causes, ms: a refused token must not cause a loop. */
const ASK_SESSION_GAP_MS = 30_000;

type WorkerEventPorts = {
  queryClient: QueryClient;
  call: Call;
  freshness: Freshness;
  session: { uid(): string | null; refresh(): Promise<void>; droppedElsewhere(uid: string): Promise<void> };
  report(reason: NoAnswerReason | null): void;
  now(): number;
};

/**
 * A cached copy may have been replaced before this page listened for updates: newer copies are read now, and reads
 * whose copy was deleted are refetched. Reads under way may still bring the old copy, and are checked when they end.
 */
export async function refreshMissed({
  queryClient,
  call,
}: Pick<WorkerEventPorts, 'queryClient' | 'call'>): Promise<void> {
  const check = (query: Query) => refreshOld(query, queryClient, call);
  const early = queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.isKept === true });
  for (const query of early) {
    if (query.state.fetchStatus === 'fetching') query.promise?.then(() => check(query)).catch(() => {});
    await check(query);
  }
}

async function refreshOld(query: Query, queryClient: QueryClient, call: Call): Promise<void> {
  const { from, fetchedAt }: { from?: unknown; fetchedAt?: unknown } = Object(query.state.data);
  if (from !== 'device') return;
  const seen = await readCopy(query, call).catch(() => null);
  // The copy was deleted: the server no longer has the data, or denies it to this user; ask the server which.
  if (seen === null) await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  else if (seen && seen.fetchedAt > Number(fetchedAt)) queryClient.setQueryData(query.queryKey, seen);
}

/** Handles the messages of the worker and of other tabs. */
export function createWorkerEventReader({
  queryClient,
  call,
  freshness,
  session,
  report,
  now,
}: WorkerEventPorts): (data: unknown) => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY;

  /** A response arrived after the page was served from the cache: reads the new copy without asking the server. */
  async function takeUpdate(url: string): Promise<void> {
    const queries = queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.url === url });
    for (const query of queries) {
      try {
        const seen = await readCopy(query, call);
        const { from, fetchedAt }: { from?: unknown; fetchedAt?: unknown } = Object(query.state.data);
        // The server has answered this page itself meanwhile, and the device has not stored that yet.
        const isOutdone = from === 'network' && Number(fetchedAt) > (seen?.fetchedAt ?? 0);
        if (seen && !isOutdone) queryClient.setQueryData(query.queryKey, seen);
      } catch {
        // Deleted in the meantime; the data on the screen stays, with its age.
      }
    }
  }

  async function askSession(): Promise<void> {
    if (now() - askedAt < ASK_SESSION_GAP_MS) return;
    askedAt = now();
    await session.refresh();
    await queryClient.refetchQueries({ type: 'active' }, KEEP_RUNNING);
  }

  return async (data) => {
    const news = readWorkerEvent(data);
    if (!news) return;
    if (news.type === 'reach') return report(news.reason);
    if (news.type === 'epoch') return session.droppedElsewhere(news.uid);
    if (news.uid !== session.uid()) return;
    if (news.type === 'prepared') return queryClient.invalidateQueries({ queryKey: [PREPARED_KEY] });
    if (news.type === 'sent') {
      freshness.wrote();
      return refetchAll(queryClient);
    }
    if (news.type === 'updated') return takeUpdate(news.key);
    if (news.type === 'removed') {
      // The page may still be opening, with the copy that is gone.
      return refetchAll(queryClient, ({ meta }) => meta?.url === news.key);
    }
    return askSession();
  };
}

/** The device's copy of a read; undefined if this page has not requested it. */
async function readCopy({ meta }: Query, call: Call): Promise<Fetched<unknown> | undefined> {
  return meta?.ask?.(call, { readMode: 'cache-only' });
}

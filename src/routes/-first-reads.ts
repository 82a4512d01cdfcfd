import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { type Farm, shellFarms } from '#contract/farm/farm.ts';
import { sideMenu } from '#contract/menu/menu.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { siteInfo } from '#contract/wire/site.ts';
import type { Client } from '#src/api/client.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { chooseFarm } from '#src/features/shell/choose-farm.ts';
import { realTimers, within } from '#src/offline/timers.ts';
import type { RouterContext } from './__root.tsx';

type Loading = { context: RouterContext };

/**
 * Waits for a page's first reads, but no longer than the router's context allows. It never rejects: the page itself
 * shows a failed read.
 */
export async function awaitFirstReads(
  { context: { client, firstReadsLimitMs: firstLookMs } }: Loading,
  read: (client: Client) => Promise<unknown>[],
): Promise<void> {
  await within(realTimers, firstLookMs, Promise.allSettled(read(client)));
}

/** Waits for the one first read of a page, as awaitFirstReads does. */
export function awaitFirstRead<T, Key extends QueryKey>(
  loading: Loading,
  read: FetchQueryOptions<T, Error, T, Key>,
): Promise<void> {
  return awaitFirstReads(loading, ({ queryClient }) => [firstResult(queryClient, read)]);
}

/** Starts the reads of the shell; without a session there is no shell. */
export async function readShell(loading: Loading): Promise<void> {
  if (loading.context.client.session.get().status === 'unauthenticated') return;
  await awaitFirstReads(loading, ({ queryClient, session }) => [
    firstResult(queryClient, readQuery(sideMenu, { query: { userAuthority: session.get().data?.userAuthority } })),
    firstResult(queryClient, readQuery(shellFarms, {})),
    firstResult(queryClient, readQuery(siteInfo, {})),
  ]);
}

/** Starts the reads of a farm's page as soon as the farm is known; none without a farm that the server has. */
export function readFarm(
  loading: Loading & { deps: { farm?: number | undefined } },
  read: (farm: Farm, client: Client, farms: readonly Farm[]) => Promise<unknown>,
): Promise<void> {
  return awaitFirstReads(loading, (client) => [
    firstResult(client.queryClient, readQuery(shellFarms, {})).then(({ value }) => {
      const farm = isProvisional(loading.deps.farm) ? null : chooseFarm(value, loading.deps.farm ?? null);
      return farm && read(farm, client, value);
    }),
  ]);
}

/** The farm is part of the URL: another farm reloads the page's data. */
export const farmInAddress = ({ search }: { search: { farm?: number } }) => ({ farm: search.farm });

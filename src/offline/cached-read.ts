import type { ReadPolicy } from '#contract/read-policies.ts';
import { matchesPath } from '#contract/wire/endpoint.ts';
import { isKept, type KeptPolicy } from '#contract/wire/offline-policies.ts';

/** Set by the build (`define` of the Vite and Vitest configurations) from contract/read-policies.ts. */
declare const __READ_POLICIES__: readonly ReadPolicy[];

const reads = __READ_POLICIES__.flatMap(({ path, offline, isPublic }) =>
  isKept(offline) ? [{ path, policy: offline, isPublic }] : [],
);

export type CachedRead = {
  policy: KeptPolicy;
  /** Requested without a token; the response is the same for every user. */
  isPublic: boolean;
};

/** The policy of a GET whose response the worker caches; null for a request that it must not handle. */
export function cachedRead(pathname: string): CachedRead | null {
  // A literal path takes precedence over a parameter: /api/farms/co-users is not a farm.
  const fitting = reads.filter((read) => matchesPath(read, pathname));
  const best = fitting.find(({ path }) => path === pathname) ?? fitting[0];
  return best ? { policy: best.policy, isPublic: best.isPublic } : null;
}

/**
 * The cache key of a response: path and sorted parameters, written as the contract's `urlOf` writes them. It contains
 * no user, because every user has a separate database, and no token.
 */
export function keyOf(url: URL): string {
  const search = [...url.searchParams]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return search ? `${url.pathname}?${search}` : url.pathname;
}

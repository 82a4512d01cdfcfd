import type { ReadPolicy } from '#contract/read-policies.ts';
import { matchesPath } from '#contract/wire/endpoint.ts';
import { isKept, type KeptPolicy } from '#contract/wire/offline-policies.ts';

/** Written in by the build (`define` of the Vite and Vitest configurations) from contract/read-policies.ts. */
declare const __READ_POLICIES__: readonly ReadPolicy[];

const reads = __READ_POLICIES__.flatMap(({ path, offline, isPublic }) =>
  isKept(offline) ? [{ path, policy: offline, isPublic }] : [],
);

export type CachedRead = {
  policy: KeptPolicy;
  /** Asked without a token, and answered for nobody in particular. */
  isPublic: boolean;
};

/** How a GET is treated whose answer the worker keeps; null for everything it must leave to the network. */
export function cachedRead(pathname: string): CachedRead | null {
  // A literal path beats one with a parameter: /api/farms/co-users is not a farm.
  const fitting = reads.filter((read) => matchesPath(read, pathname));
  const best = fitting.find(({ path }) => path === pathname) ?? fitting[0];
  return best ? { policy: best.policy, isPublic: best.isPublic } : null;
}

/**
 * Under what an answer is kept: path and parameters in one order, written as `urlOf` of the contract writes them.
 * The user is not in it, for every user has a database of their own; nor is the token.
 */
export function keyOf(url: URL): string {
  const search = [...url.searchParams]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return search ? `${url.pathname}?${search}` : url.pathname;
}

import type { OfflinePolicy } from '#contract/wire/endpoint.ts';

/**
 * How a request is answered. B boot, C live, D reference, E tiles: from network and device as their rules say.
 * F: network only. G: writes. H: the probe of the connection.
 */
export type RequestClass = 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H';

/** Why a request has no answer of the server. `not-ours`: something in between answered, a Wi-Fi sign-in page say. */
export const noAnswerReasons = ['offline', 'timeout', 'not-ours'] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];

/**
 * What changed is asked for at most this often before a record is composed, and for so long after a write of one's own
 * the server is asked instead: nobody is shown what they have just changed as it was, ms.
 */
export const CHANGES_LIFE_MS = 5_000;

/** Waiting times in ms. */
type ClassRules = {
  /** Whether answers are kept on the device. */
  kept: boolean;
  /** How long the network may take while a kept copy stands by; 0 answers with the copy and asks behind. */
  withCopyMs: number;
  /** How long the asker waits when there is no copy. A later answer is still kept and announced. */
  withoutCopyMs: number;
  /** When the request itself is given up. */
  abortMs: number;
};

export const classRules: { readonly [Name in RequestClass]: ClassRules } = {
  B: { kept: true, withCopyMs: 0, withoutCopyMs: 3_000, abortMs: 20_000 },
  C: { kept: true, withCopyMs: 2_500, withoutCopyMs: 15_000, abortMs: 20_000 },
  D: { kept: true, withCopyMs: 0, withoutCopyMs: 5_000, abortMs: 20_000 },
  E: { kept: true, withCopyMs: 2_500, withoutCopyMs: 15_000, abortMs: 30_000 },
  F: { kept: false, withCopyMs: 20_000, withoutCopyMs: 20_000, abortMs: 20_000 },
  G: { kept: false, withCopyMs: 20_000, withoutCopyMs: 20_000, abortMs: 20_000 },
  H: { kept: false, withCopyMs: 4_000, withoutCopyMs: 4_000, abortMs: 4_000 },
};

const classes: { readonly [Policy in OfflinePolicy]: RequestClass } = {
  boot: 'B',
  live: 'C',
  reference: 'D',
  tiles: 'E',
  'online-only': 'F',
  outbox: 'G',
  'now-or-never': 'G',
};

/** The class of an endpoint, from what its contract says about life without a network. */
export function classOf(policy: OfflinePolicy): RequestClass {
  return classes[policy];
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

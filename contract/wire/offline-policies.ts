/** How answers are cached on the device. */
type Keeping = {
  /** When space is needed, answers with the lowest number are evicted first, the least recently used of them first. */
  evictOrder: number;
  /** How long to wait for the network when there is a cached answer, ms; 0: answer from the cache and revalidate. */
  withCopyMs: number;
  /** How long the caller waits without a cached answer, ms. A later answer is still cached and announced. */
  withoutCopyMs: number;
  /** Whether the server sends an ETag, so that unchanged answers are not sent again. */
  hasEtag: boolean;
  /**
   * Whether a cached answer is only a fallback for live values and marked as stale. After slow answers the cache is
   * used at once for some time, so that a network that does not respond is not waited for on every call.
   */
  isStaleFallback: boolean;
  /** Whether localStorage keeps the answer, too, for the first paint. */
  isInFirstPaint: boolean;
};

type PolicyRules = {
  /** Timeout of a request, ms. */
  abortMs: number;
  /** null when answers are not cached. */
  keeping: Keeping | null;
};

/**
 * How an endpoint behaves without a network: one row per policy, used by server, worker and page. The times suit phones
 * on a slow connection (offline.md of the design: 2.5 s before a cached answer is shown).
 */
export const offlinePolicies = {
  /** From the cache at once, then revalidated: the answers behind the first screen. */
  boot: {
    abortMs: 20_000,
    keeping: {
      evictOrder: 4,
      withCopyMs: 0,
      withoutCopyMs: 3_000,
      hasEtag: false,
      isStaleFallback: false,
      isInFirstPaint: true,
    },
  },
  /** Network first, then the cache with its age. */
  live: {
    abortMs: 20_000,
    keeping: {
      evictOrder: 3,
      withCopyMs: 2_500,
      withoutCopyMs: 15_000,
      hasEtag: false,
      isStaleFallback: true,
      isInFirstPaint: false,
    },
  },
  /** From the cache at once, revalidated by ETag. */
  reference: {
    abortMs: 20_000,
    keeping: {
      evictOrder: 1,
      withCopyMs: 0,
      withoutCopyMs: 5_000,
      hasEtag: true,
      isStaleFallback: false,
      isInFirstPaint: false,
    },
  },
  /** A picture never changes, and is larger than all other cached answers. */
  picture: {
    abortMs: 60_000,
    keeping: {
      evictOrder: 0,
      withCopyMs: 0,
      withoutCopyMs: 30_000,
      hasEtag: true,
      isStaleFallback: false,
      isInFirstPaint: false,
    },
  },
  /** Composed of tiles, which have their own store; cached like `live` where tiles cannot answer. */
  tiles: {
    abortMs: 30_000,
    keeping: {
      evictOrder: 2,
      withCopyMs: 2_500,
      withoutCopyMs: 15_000,
      hasEtag: false,
      isStaleFallback: false,
      isInFirstPaint: false,
    },
  },
  /** Never cached: reports, lists of administrators, the connectivity probe. */
  'online-only': { abortMs: 20_000, keeping: null },
  /** A write that may be sent later without harm: it goes through the outbox of the device. */
  outbox: { abortMs: 20_000, keeping: null },
  /** A write that is refused without a network, because it would do harm when sent late: equipment, sign-in. */
  'now-or-never': { abortMs: 20_000, keeping: null },
} as const satisfies Record<string, PolicyRules>;

export type OfflinePolicy = keyof typeof offlinePolicies;

/** Timeout of a picture upload, ms: 400 kB at 64 kbit/s take 50 s. */
export const UPLOAD_ABORT_MS = 90_000;

/** A policy with cached answers. */
export type KeptPolicy = {
  [Policy in OfflinePolicy]: (typeof offlinePolicies)[Policy]['keeping'] extends null ? never : Policy;
}[OfflinePolicy];

/** Whether the policy caches answers; also narrows a text to such a policy. */
export function isKept(policy: string): policy is KeptPolicy {
  const rules: Readonly<Record<string, PolicyRules>> = offlinePolicies;
  return Object.hasOwn(rules, policy) && rules[policy]?.keeping != null;
}

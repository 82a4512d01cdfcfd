/** How answers are kept on the device. */
type Keeping = {
  /** When room is needed the answers of the lowest number go first, and the least recently used of these. */
  evictOrder: number;
  /** How long the network may take while a kept copy stands by, ms; 0 answers with the copy and asks behind. */
  withCopyMs: number;
  /** How long the asker waits when there is no copy, ms. A later answer is still kept and announced. */
  withoutCopyMs: number;
  /** Whether the server names what it answers by ETag, so that what has not changed is not sent again. */
  hasEtag: boolean;
  /**
   * Whether a copy only stands in for figures of now, which it is said to do. After slow answers the copy is given at once for a
   * while, as waiting for a network that is there and does not answer helps nobody.
   */
  isStaleFallback: boolean;
  /** Whether localStorage keeps it, too, for the first paint. */
  isInFirstPaint: boolean;
};

type PolicyRules = {
  /** When a request is given up, ms. */
  abortMs: number;
  /** Null where no answer is kept. */
  keeping: Keeping | null;
};

/**
 * How an endpoint behaves without a network: one row says all there is to say of a policy. Server, worker and page read
 * it here. Waiting times are those of phones on a thin line (offline.md of the design: 2.5 s before a copy is shown).
 */
export const offlinePolicies = {
  /** Answered from the device at once, refreshed behind: what the first screen is made of. */
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
  /** Network first, then the device with its age. */
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
  /** From the device at once, checked with the server by ETag. */
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
  /** A picture: it never changes, and weighs more than anything else that is kept. */
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
  /** Composed of time tiles, which are kept apart; where they cannot answer, like other answers. */
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
  /** Never kept: reports, lists of administrators, the probe of the connection. */
  'online-only': { abortMs: 20_000, keeping: null },
  /** A write that does no harm when it is sent later: it is put into the outbox of the device and sent from there. */
  outbox: { abortMs: 20_000, keeping: null },
  /** Refused without a network, because sent late it would do harm: equipment, sign-in. */
  'now-or-never': { abortMs: 20_000, keeping: null },
} as const satisfies Record<string, PolicyRules>;

export type OfflinePolicy = keyof typeof offlinePolicies;

/** When a picture on its way to the server is given up, ms: 400 kB at 64 kbit/s take 50 s. */
export const UPLOAD_ABORT_MS = 90_000;

/** A policy whose answers are kept on the device. */
export type KeptPolicy = {
  [Policy in OfflinePolicy]: (typeof offlinePolicies)[Policy]['keeping'] extends null ? never : Policy;
}[OfflinePolicy];

/** Whether answers of the policy are kept; also says of a text whether it names such a policy. */
export function isKept(policy: string): policy is KeptPolicy {
  const rules: Readonly<Record<string, PolicyRules>> = offlinePolicies;
  return Object.hasOwn(rules, policy) && rules[policy]?.keeping != null;
}

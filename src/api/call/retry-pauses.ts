/** Pauses before a failed read is retried, ms. The first is the specification's. */
export const RETRY_PAUSES_MS = [5_000, 5_000, 5_000, 10_000, 20_000, 40_000, 60_000] as const;

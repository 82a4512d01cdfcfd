import type { weatherFailureKinds } from '#contract/weather/weather-admin.ts';

/** What a failure means for the next call (contract/weather/weather-admin.ts). */
export type FailureKind = (typeof weatherFailureKinds)[number];

/** Why a call failed; `message` is for the administrator's page and the log, and contains no key. */
export type ProviderFailure = {
  kind: FailureKind;
  code: string | null;
  message: string;
  /** How long the service asks to wait, ms. */
  retryAfterMs?: number;
};

const statusKinds: Record<number, FailureKind> = { 401: 'auth', 403: 'auth', 404: 'config', 429: 'rate' };

/** The meaning of an HTTP status when nothing more specific is known. */
export function kindOfStatus(status: number): FailureKind {
  return statusKinds[status] ?? 'retry';
}

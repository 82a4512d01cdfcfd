import type { Endpoint } from '#contract/wire/endpoint.ts';

/** For refetching: a request that is already running counts. */
export const KEEP_RUNNING = { cancelRefetch: false } as const;

/** First part of a query's key: `GET /api/farms/{id}`. */
export function queryName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

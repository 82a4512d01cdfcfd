import type { Endpoint } from '#contract/endpoint.ts';

/** First part of a query's key: `GET /api/farms/{id}`. */
export function queryName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

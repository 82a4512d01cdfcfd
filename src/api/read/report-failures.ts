import type { QueryKey } from '@tanstack/react-query';
import { ApiError } from '../call/errors.ts';

/** Reads whose failure somebody looks for in the server's log: farms, monitoring, statistics (specification, section 8). */
const LOGGED = /^GET \/api\/(manage\/farms|farms?|monitor|sensor-value|statistics)(\/|$)/;

/** A page that goes on failing must not fill the log. */
const MAX_PER_PAGE = 20;

/**
 * Tells the server's log of refused reads, with their code and request id: each kind once a page. A read without an
 * answer has no log to reach, an answer that breaks the contract is reported where it is found, and the end of a
 * session is no failure.
 */
export function createFailureReport(
  log: (code: string, error: unknown, more: Record<string, string>) => void,
): (queryKey: QueryKey, error: unknown) => void {
  const told = new Set<string>();
  return ([name], error) => {
    if (!(error instanceof ApiError) || error.status === 401) return;
    const read = String(name);
    const kind = `${read} ${error.code}`;
    if (!LOGGED.test(read) || told.has(kind) || told.size >= MAX_PER_PAGE) return;
    told.add(kind);
    log(error.code, error, { url: read, requestId: error.requestId });
  };
}

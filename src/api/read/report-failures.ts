import type { QueryKey } from '@tanstack/react-query';
import { ApiError } from '../call/errors.ts';

/** Reads whose failure is logged on the server: farms, monitoring, statistics (specification, section 8). */
const LOGGED = /^GET \/api\/(manage\/farms|farms?|monitor|sensor-value|statistics)(\/|$)/;

/** A page that fails repeatedly must not fill the log. */
const MAX_PER_PAGE = 20;

/**
 * Reports refused reads to the server's log, with their code and request id: each kind once per page. Excluded are
 * reads without a response (the log cannot be reached either), contract errors (reported where they are found) and the
 * end of a session (no failure).
 */
export function createFailureReport(
  log: (code: string, error: unknown, more: Record<string, string>) => void,
): (queryKey: QueryKey, error: unknown) => void {
  const reported = new Set<string>();
  return ([name], error) => {
    if (!(error instanceof ApiError) || error.status === 401) return;
    const read = String(name);
    const kind = `${read} ${error.code}`;
    if (!LOGGED.test(read) || reported.has(kind) || reported.size >= MAX_PER_PAGE) return;
    reported.add(kind);
    log(error.code, error, { url: read, requestId: error.requestId });
  };
}

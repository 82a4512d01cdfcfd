import type { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { AUTH_BASE_PATH } from '#contract/user/auth.ts';
import type { Env } from '../kernel/access/caller.ts';
import { honoPath } from './route.ts';

/** Paths outside the contract: next-auth's protocol, the metrics, and the route for unknown paths. */
const beside = [`${AUTH_BASE_PATH}/`, '/api/metrics', '/api/*'];

/** Throws unless every endpoint of the contract has a handler and every handler an endpoint. */
export function requireAllMounted(app: Hono<Env>): void {
  const declared = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${honoPath(path)}`));
  const mounted = new Set(
    app.routes
      // Skips middleware, which is registered for all methods.
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .filter(({ path }) => !beside.some((own) => path === own || (own.endsWith('/') && path.startsWith(own))))
      .map(({ method, path }) => `${method} ${path}`),
  );
  const problems = [
    ...[...declared].filter((one) => !mounted.has(one)).map((one) => `${one} has no handler`),
    ...[...mounted].filter((one) => !declared.has(one)).map((one) => `${one} stands in no contract`),
  ];
  if (problems.length > 0) throw new Error(`the server does not answer what it says: ${problems.join(', ')}`);
}

import { endpoints } from './endpoints.ts';
import type { OfflinePolicy } from './wire/offline-policies.ts';

/** What the service worker needs of a read: its path and its offline policy. */
export type ReadPolicy = { path: string; offline: OfflinePolicy; isPublic: boolean };

/**
 * Policies of all reads, without schemas. The build inlines them into the service worker, which would otherwise bundle
 * the whole contract for a few strings.
 */
export const readPolicies: readonly ReadPolicy[] = Object.values(endpoints)
  .filter(({ method }) => method === 'GET')
  .map(({ path, offline, who }) => ({ path, offline, isPublic: who === 'anyone' }));

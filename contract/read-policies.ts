import { endpoints } from './endpoints.ts';
import type { OfflinePolicy } from './wire/offline-policies.ts';

/** What the worker has to know of a read: its path and how it behaves without a network. */
export type ReadPolicy = { path: string; offline: OfflinePolicy; isPublic: boolean };

/**
 * The policies of all reads without their schemas. The build writes them into the worker, which otherwise would carry
 * the contract of the whole product to know a few words of each endpoint.
 */
export const readPolicies: readonly ReadPolicy[] = Object.values(endpoints)
  .filter(({ method }) => method === 'GET')
  .map(({ path, offline, who }) => ({ path, offline, isPublic: who === 'anyone' }));

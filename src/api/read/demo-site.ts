import type { QueryClient } from '@tanstack/react-query';
import { DEMO_PASSWORD, siteInfo } from '#contract/wire/site.ts';
import { readQuery } from './query.ts';

/** Seeds the site information of an open demonstration from the document, until the server answers. */
export function noteDemo(queryClient: QueryClient): void {
  const value = { isDemo: true, demoPassword: DEMO_PASSWORD, operator: {} };
  // Marked as stale: it is a placeholder for the response.
  queryClient.setQueryData(readQuery(siteInfo, {}).queryKey, { value, fetchedAt: 0, from: 'device' }, { updatedAt: 1 });
}

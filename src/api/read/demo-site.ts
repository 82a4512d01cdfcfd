import type { QueryClient } from '@tanstack/react-query';
import { DEMO_PASSWORD, siteInfo } from '#contract/wire/site.ts';
import { readQuery } from './query.ts';

/** Notes what the document of an open demonstration says of the installation, until the server has been heard. */
export function noteDemo(queryClient: QueryClient): void {
  const value = { isDemo: true, demoPassword: DEMO_PASSWORD, operator: {} };
  // Marked as old: it stands in for the answer, and is none.
  queryClient.setQueryData(readQuery(siteInfo, {}).queryKey, { value, fetchedAt: 0, from: 'device' }, { updatedAt: 1 });
}

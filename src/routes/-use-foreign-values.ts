import { useQuery } from '@tanstack/react-query';
import type { Farm } from '#contract/farm/farm.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Refetch interval, ms. Sensors report every minute. */
const VALUES_EVERY_MS = 30_000;

/**
 * Refetches the newest values of another user's farm while the page is open: the server's stream sends only the user's
 * own farms.
 */
export function useForeignValues(farm: Farm | null | undefined): void {
  useQuery({
    ...readQuery(areaValues, { params: { farmId: farm?.index ?? 0 } }),
    enabled: farm?.isMine === false,
    refetchInterval: VALUES_EVERY_MS,
    // Only the pages that show the values render again, not the shell.
    notifyOnChangeProps: [],
  });
}

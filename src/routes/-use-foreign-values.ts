import { useQuery } from '@tanstack/react-query';
import type { Farm } from '#contract/farm/farm.ts';
import { areaValues } from '#contract/monitor/monitor.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Sensors report by the minute, ms. */
const VALUES_EVERY_MS = 30_000;

/**
 * Keeps the newest values of a farm that is not the user's own up to date while it is looked at: the server's stream
 * brings those of their own farms alone.
 */
export function useForeignValues(farm: Farm | null | undefined): void {
  useQuery({
    ...readQuery(areaValues, { params: { farmId: farm?.index ?? 0 } }),
    enabled: farm?.isMine === false,
    refetchInterval: VALUES_EVERY_MS,
    // The pages that show them are drawn anew, not the frame.
    notifyOnChangeProps: [],
  });
}

import type { QueryClient } from '@tanstack/react-query';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import { cropYear } from '#contract/growth-calendar/crop-year.ts';
import { farmCalendars, growthCalendar } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { climate } from '#contract/monitor/climate.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';

/**
 * What the page has read or prefetched is kept until the dialog opens, and not requested again when it does so within a
 * minute; ms.
 */
const PREFETCHED = { gcTime: HOUR_MS, staleTime: MINUTE_MS };

/** The crops of a farm, each with its effective calendar. */
export const farmCalendarsQuery = (farmIndex: number) => ({
  ...readQuery(farmCalendars, { params: { id: farmIndex } }),
  ...PREFETCHED,
});

/** The calendar of a kind of crop, independent of a farm. */
export const itemCalendarQuery = (itemCode: string) => readQuery(growthCalendar, { params: { itemCode } });

/** The kinds of crops, and which have a calendar. */
export const cropCodesQuery = {
  ...readQuery(itemCodes, { params: { prefix: CROP_PREFIX } }),
  ...PREFETCHED,
};

/** The measured values of a crop's periods in a year, with their targets. */
export const cropYearQuery = (id: string, year: number) => ({
  ...readQuery(cropYear, { params: { id }, query: { year } }),
  ...PREFETCHED,
});

/** The climate of a farm's last night. */
export const farmClimateQuery = (farmIndex: number) => ({
  ...readQuery(climate, { params: { id: farmIndex } }),
  ...PREFETCHED,
});

/** Prefetches what the dialog shows first of a farm, kept in memory until it is opened. */
export async function prefetchCalendar(queryClient: QueryClient, farmIndex: number): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(farmCalendarsQuery(farmIndex)),
    queryClient.prefetchQuery(cropCodesQuery),
    queryClient.prefetchQuery(farmClimateQuery(farmIndex)),
  ]);
}

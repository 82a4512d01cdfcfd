import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import { cropYear } from '#contract/growth-calendar/crop-year.ts';
import { farmCalendars, growthCalendar } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { climate } from '#contract/monitor/climate.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';

/** For so long what was read ahead can be drawn without being read again, ms. */
const AT_HAND_MS = HOUR_MS;

/** What grows on a farm, each crop with the calendar that counts for it there. */
export const farmCalendarsQuery = (farmIndex: number) => ({
  ...readQuery(farmCalendars, { params: { id: farmIndex } }),
  gcTime: AT_HAND_MS,
});

/** The calendar of a kind of crop, wherever it grows. */
export const itemCalendarQuery = (itemCode: string) => readQuery(growthCalendar, { params: { itemCode } });

/** Kinds of crops, and which of them have a calendar. */
export const cropCodesQuery = readQuery(itemCodes, { params: { prefix: CROP_PREFIX } });

/** What the thirds of a year's months were for a crop, beside what they should have been. */
export const cropYearQuery = (id: string, year: number) => readQuery(cropYear, { params: { id }, query: { year } });

/** How last night was on a farm. */
export const farmClimateQuery = (farmIndex: number) => readQuery(climate, { params: { id: farmIndex } });

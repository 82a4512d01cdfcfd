import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { calendarTemperature, dayOfYear } from './growth-calendar.ts';

/** The temperatures in the growth calendar of a crop on a farm. */
const growthTarget = z.object({
  /** House or field, as the grower calls it; '' when not entered. */
  house: z.string(),
  cropName: z.string(),
  /** Noted bud break, yyyy-MM-dd; null when not entered. */
  budBreakOn: z.nullable(z.string()),
  budBreak: dayOfYear,
  /** Heated from bud break on: `row` is then higher until the end of fruit drop. */
  isHeated: z.boolean(),
  /** ℃, the 36 thirds of months from January on; `row` is the lowest at night, `high` the highest by day. */
  periods: z.array(z.object({ season: z.string(), row: calendarTemperature, high: calendarTemperature })),
});
export type GrowthTarget = z.infer<typeof growthTarget>;

export const growthTargets = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/growth-targets',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: ['/cms/dashboard', '/cms/monitor/record'],
  params: z.object({ id: indexParam }),
  answer: z.array(growthTarget),
  offline: 'reference',
  about:
    'Lists the target temperatures of the crops that grow on a farm, oldest crop first; crops without a calendar are omitted.',
});

import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { calendarTemperature, dayOfYear } from './growth-calendar.ts';

/** The growth calendar of a crop that grows on a farm, as far as temperatures go. */
const growthTarget = z.object({
  /** The house or field the crop stands in, in the grower's own words; '' where none was given. */
  house: z.string(),
  cropName: z.string(),
  /** When the buds of these trees broke, yyyy-MM-dd; null when nobody has noted it. */
  budBreakOn: z.nullable(z.string()),
  budBreak: dayOfYear,
  /** Grown with heating from bud break on: `row` is then higher until fruit no longer drops. */
  isHeated: z.boolean(),
  /** ℃, the 36 thirds of months from January on: lowest at night, highest by day. */
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
    'Target temperatures of the crops that grow on a farm, oldest crop first; crops without a calendar are left out.',
});

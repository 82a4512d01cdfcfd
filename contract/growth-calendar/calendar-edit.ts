import * as z from 'zod/mini';
import {
  type CalendarPeriod,
  type CropCalendar,
  calendarAmount,
  calendarPeriod,
  highestC,
  lowestC,
} from './growth-calendar.ts';
import { calendarProblems } from './growth-calendar-text.ts';

/** Figures of a period that can be edited. */
const targetNames = ['high', 'row', 'watering', 'wateringInterval'] as const;
/** Editable values: farms edit the figures only, an administrator also the name of the stage. */
export const editedNames = ['season', ...targetNames] as const;
export type EditedName = (typeof editedNames)[number];

// As in the calendar; an input that is neither a number nor the word gets a message about the format.
const anyTemperature = z.union([calendarAmount, z.literal('natural')], { error: calendarProblems.noTemperature });
const anyWater = z.union([calendarAmount, z.literal('water-saving')], { error: calendarProblems.noWater });
type Target = z.infer<typeof anyTemperature> | z.infer<typeof anyWater>;

const within = (least: number, most: number, error: string) =>
  z.refine<Target>(
    (value) =>
      typeof value === 'string' ||
      (typeof value === 'number' ? [value] : [value.min, value.max]).every((one) => one >= least && one <= most),
    { error },
  );

const inOrder = z.refine<Target>((value) => typeof value !== 'object' || value.min < value.max, {
  error: calendarProblems.order,
});

const temperature = z.nullable(anyTemperature.check(within(-5, 45, calendarProblems.temperature), inOrder));

/** A farm's own figures of a period; null: those of the calendar. */
export const ownTargets = z.object({
  high: temperature,
  row: temperature,
  watering: z.nullable(anyWater.check(within(0.1, 60, calendarProblems.watering), inOrder)),
  wateringInterval: z.nullable(anyWater.check(within(1, 60, calendarProblems.interval), inOrder)),
});
export type OwnTargets = z.infer<typeof ownTargets>;

/** A period as an administrator changes it for all farms; null: the built-in calendar's. */
export const calendarEdit = z.extend(ownTargets, {
  season: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
});
export type CalendarEdit = z.infer<typeof calendarEdit>;

/** Own targets with every figure from the calendar. */
export const noOwnTargets: OwnTargets = { high: null, row: null, watering: null, wateringInterval: null };
export const noCalendarEdit: CalendarEdit = { ...noOwnTargets, season: null };

/** Source of a value: the built-in calendar, the administrator's copy, the farm, or the rule for heated growing. */
const origin = z.enum(['built-in', 'administrator', 'farm', 'heated']);
type CalendarOrigin = z.infer<typeof origin>;

const editedValues = { season: true, high: true, row: true, watering: true, wateringInterval: true } as const;

/** The effective period, and the source of each value; the basis is that of the built-in value. */
export const resolvedPeriod = z.extend(calendarPeriod, {
  origins: z.object({ season: origin, high: origin, row: origin, watering: origin, wateringInterval: origin }),
  /** The values that edits replaced; they apply again when the edits are removed. */
  replaced: z._default(z.partial(z.pick(calendarPeriod, editedValues)), {}),
});
export type ResolvedPeriod = z.infer<typeof resolvedPeriod>;

type Edits = {
  /** Edits by period index, from 0. */
  administrator: ReadonlyMap<number, Partial<CalendarEdit>>;
  farm: ReadonlyMap<number, Partial<OwnTargets>>;
  /** Whether the crop is grown with heating. */
  isHeated: boolean;
};

/**
 * The 36 effective periods of a crop. Later sources override earlier ones: the built-in calendar, the administrator's
 * copy, warmer nights for heated crops, the farm's own figures. `periodAt` finds the one of a day.
 */
export function resolvePeriods(calendar: CropCalendar, { administrator, farm, isHeated }: Edits): ResolvedPeriod[] {
  return calendar.periods.map((period, at) => {
    const builtIn: ResolvedPeriod = {
      ...period,
      origins: {
        season: 'built-in',
        high: 'built-in',
        row: 'built-in',
        watering: 'built-in',
        wateringInterval: 'built-in',
      },
      replaced: {},
    };
    const common = laidOver(builtIn, administrator.get(at), 'administrator');
    return laidOver(isHeated ? keptWarm(common, calendar.heated) : common, farm.get(at), 'farm');
  });
}

function laidOver(period: ResolvedPeriod, edit: Partial<CalendarEdit> | undefined, by: CalendarOrigin): ResolvedPeriod {
  if (!edit) return period;
  const named = editedNames.filter((name) => edit[name] !== undefined && edit[name] !== null);
  return {
    ...period,
    season: edit.season ?? period.season,
    high: edit.high ?? period.high,
    row: edit.row ?? period.row,
    watering: edit.watering ?? period.watering,
    wateringInterval: edit.wateringInterval ?? period.wateringInterval,
    origins: { ...period.origins, ...Object.fromEntries(named.map((name) => [name, by])) },
    replaced: { ...period.replaced, ...Object.fromEntries(named.map((name) => [name, period[name]])) },
  };
}

/** The calendars are made for houses without heating; heated trees need warmer nights at first. */
function keptWarm(period: ResolvedPeriod, { row: warm, untilDay }: CropCalendar['heated']): ResolvedPeriod {
  if (period.daysSinceGermination > untilDay) return period;
  const lowest = lowestC(period.row);
  if (lowest !== null && lowest >= warm) return period;
  return { ...period, row: warm, origins: { ...period.origins, row: 'heated' } };
}

/** What is wrong between the figures of a period, by field; null when nothing is. */
export function problemAmong({
  row,
  high,
}: Pick<CalendarPeriod, 'row' | 'high'>): { field: 'row'; message: string } | null {
  const [low, top] = [highestC(row), lowestC(high)];
  return low !== null && top !== null && low >= top ? { field: 'row', message: calendarProblems.crossed } : null;
}

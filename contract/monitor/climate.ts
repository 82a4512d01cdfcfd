import * as z from 'zod/mini';
import { calendarPeriod } from '../growth-calendar/growth-calendar.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { airHints } from './air-hints.ts';

/** Target range of the air temperature in a house over a period. */
const airTarget = z.object({
  /** Epoch ms, half open. */
  from: z.number(),
  to: z.number(),
  /** Below this it is too cold, ℃; null: no target. */
  lowC: z.nullable(z.number()),
  /** Above this it is too hot, ℃; null: no target. */
  highC: z.nullable(z.number()),
  /** Source of `lowC`: the heat settings or the growth calendar; null without one. */
  by: z.nullable(z.enum(['heat', 'calendar'])),
  /** The growth calendar's value, ℃, when the heat settings override it with another; null otherwise. */
  insteadOfC: z._default(z.nullable(z.number()), null),
});
export type AirTarget = z.infer<typeof airTarget>;

/** Details of a night or a day. The defaults are for older cached answers without these fields. */
const reported = {
  /** Sum of the temperatures beyond the target, ℃·h. */
  degreeHours: z._default(z.number(), 0),
  /** Thermometers of the house, and how many of them are counted: neither silent nor stuck. */
  sensors: z._default(z.number(), 0),
  counted: z._default(z.number(), 0),
  /** How long heaters ran, vents were open and the curtain was drawn, ms; null without readings of them. */
  heaterMs: z._default(z.nullable(z.number()), null),
  ventMs: z._default(z.nullable(z.number()), null),
  curtainMs: z._default(z.nullable(z.number()), null),
  /** Published advice; null when there is none. */
  hint: z._default(z.nullable(z.enum(airHints)), null),
};

/** How cold a house was last night, compared with its target. */
const nightCold = z.object({
  /** ℃. */
  min: z.object({ value: z.number(), at: instant }),
  /** The limit in force at the minimum, ℃; null without one. */
  lowC: z.nullable(z.number()),
  /** How long it was too cold during the night, ms. */
  belowMs: z.number(),
  /** The sunrise that ends the night; null in older cached answers. */
  sunriseAt: z._default(z.nullable(instant), null),
  ...reported,
});
export type NightCold = z.infer<typeof nightCold>;

/** How hot a house was by day, compared with its target. */
const dayHeat = z.object({
  /** ℃. */
  max: z.object({ value: z.number(), at: instant }),
  /** The hottest hour: its start, epoch ms, and its mean, ℃. */
  hour: z.object({ from: z.number(), mean: z.number() }),
  /** The limit in force at the maximum, ℃; null without one. */
  highC: z.nullable(z.number()),
  /** How long it was too hot during the day, ms. */
  aboveMs: z.number(),
  ...reported,
});
export type DayHeat = z.infer<typeof dayHeat>;

/** A growing crop with the present targets of its calendar. */
const cropToday = z.object({
  /** House or field, as the grower calls it; '' when not entered. */
  house: z.string(),
  cropName: z.string(),
  ...z.pick(calendarPeriod, { season: true, row: true, high: true, watering: true, wateringInterval: true }).shape,
  /** Whole days since bud break; null without a noted one. */
  daysSinceBudBreak: z._default(z.nullable(z.number()), null),
  /** Days by which the trees are ahead of the calendar, negative when behind; null without a noted bud break. */
  aheadDays: z.nullable(z.number()),
  /** When the next period begins, epoch ms. */
  until: z.number(),
});
export type CropToday = z.infer<typeof cropToday>;

export const climate = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/climate',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: '/cms/dashboard',
  params: z.object({ id: indexParam }),
  answer: z.object({
    /** Below this heaters run whatever the other settings, ℃. */
    frostGuardC: z.number(),
    /** Oldest first; without crops that have no calendar. */
    crops: z.array(cropToday),
    /** Houses with a thermometer. */
    houses: z.array(
      z.object({
        areaName: z.string(),
        /** From the beginning of yesterday to the end of tomorrow, without gaps. */
        targets: z.array(airTarget),
        /** Null while the night has no reading. */
        lastNight: z.nullable(nightCold),
        /** Today from sunrise on; before noon, yesterday. null while the day has no reading. */
        lastDay: z._default(z.nullable(dayHeat), null),
      }),
    ),
  }),
  offline: 'live',
  about:
    'Returns the target temperatures of the houses of a farm from yesterday to tomorrow, by heat settings and growth calendar, and how last night compares with them.',
});
export type Climate = z.infer<(typeof climate)['answer']>;

/** Deviations below this count as on target, ℃. Our choice: the accuracy of common thermometers. */
const ACCURACY_C = 0.5;
/** A house counts as hot from this far above its target on, ℃. Our choice: below it ventilation is still at work. */
export const HOT_FROM_C = 3;

/**
 * frost: below the frost guard. cold: below the target. warm: above it, as on every sunny day. hot: far above it. fine:
 * on target. `byC`: the deviation, ℃.
 */
export type AirJudgement = { verdict: 'frost' | 'cold' | 'warm' | 'hot' | 'fine'; byC: number };

/** Compares a temperature with the target; null without a target. Frost has no tolerance. */
export function judgeAir(
  valueC: number,
  target: Pick<AirTarget, 'lowC' | 'highC'> | undefined,
  frostGuardC: number,
): AirJudgement | null {
  if (valueC < frostGuardC) return { verdict: 'frost', byC: frostGuardC - valueC };
  if (!target || (target.lowC === null && target.highC === null)) return null;
  const below = target.lowC === null ? 0 : target.lowC - valueC;
  const above = target.highC === null ? 0 : valueC - target.highC;
  if (below >= ACCURACY_C) return { verdict: 'cold', byC: below };
  if (above >= HOT_FROM_C) return { verdict: 'hot', byC: above };
  return above >= ACCURACY_C ? { verdict: 'warm', byC: above } : { verdict: 'fine', byC: 0 };
}

/** The target of a house at an instant; undefined without one, or outside the period of `climate`. */
export function airTargetAt({ houses }: Climate, areaName: string, at: number): AirTarget | undefined {
  return houses.find((house) => house.areaName === areaName)?.targets.find(({ from, to }) => from <= at && at < to);
}

import * as z from 'zod/mini';
import { calendarPeriod } from '../growth-calendar/growth-calendar.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { airHints } from './air-hints.ts';

/** What the air of a house should be over a stretch of time. */
const airTarget = z.object({
  /** Epoch ms, half open. */
  from: z.number(),
  to: z.number(),
  /** ℃: below it is too cold. Null: nothing is aimed at. */
  lowC: z.nullable(z.number()),
  /** ℃: above it is too hot. Null: nothing is aimed at. */
  highC: z.nullable(z.number()),
  /** Who says what is too cold: the grower's heat settings or the growth calendar; null where nobody does. */
  by: z.nullable(z.enum(['heat', 'calendar'])),
  /** What the growth calendar says is too cold where the heat settings hold instead, ℃; null where it says nothing else. */
  insteadOfC: z._default(z.nullable(z.number()), null),
});
export type AirTarget = z.infer<typeof airTarget>;

/** What stands behind what is told of a night or a day in a house; empty in answers that were kept before it was told. */
const reported = {
  /** ℃·h beyond the target. */
  degreeHours: z._default(z.number(), 0),
  /** Thermometers of the house, and those of them whose readings count: not silent, not standing still. */
  sensors: z._default(z.number(), 0),
  counted: z._default(z.number(), 0),
  /** How long heaters ran, vents stood open and the curtain was drawn, ms; null where none of them told anything. */
  heaterMs: z._default(z.nullable(z.number()), null),
  ventMs: z._default(z.nullable(z.number()), null),
  curtainMs: z._default(z.nullable(z.number()), null),
  /** What guidance advises; null where no source says anything. */
  hint: z._default(z.nullable(z.enum(airHints)), null),
};

/** How cold a house was last night, against what it should have been. */
const nightCold = z.object({
  /** ℃. */
  min: z.object({ value: z.number(), at: instant }),
  /** What was too cold when it was coldest, ℃; null while nothing was aimed at. */
  lowC: z.nullable(z.number()),
  /** How long it was too cold over the night, ms. */
  belowMs: z.number(),
  /** The sunrise that ends the night; null in answers that were kept before it was told. */
  sunriseAt: z._default(z.nullable(instant), null),
  ...reported,
});
export type NightCold = z.infer<typeof nightCold>;

/** How hot a house was by day, against what it should have been. */
const dayHeat = z.object({
  /** ℃. */
  max: z.object({ value: z.number(), at: instant }),
  /** The hottest hour: when it began, epoch ms, and its mean, ℃. */
  hour: z.object({ from: z.number(), mean: z.number() }),
  /** What was too hot when it was hottest, ℃; null while nothing was aimed at. */
  highC: z.nullable(z.number()),
  /** How long it was too hot over the day, ms. */
  aboveMs: z.number(),
  ...reported,
});
export type DayHeat = z.infer<typeof dayHeat>;

/** A crop that grows here, with what its calendar says for the trees now. */
const cropToday = z.object({
  /** The house it stands in, in the grower's own words; '' where none was given. */
  house: z.string(),
  cropName: z.string(),
  ...z.pick(calendarPeriod, { season: true, row: true, high: true, watering: true, wateringInterval: true }).shape,
  /** Whole days since the buds of these trees broke; null without a bud break to count from. */
  daysSinceBudBreak: z._default(z.nullable(z.number()), null),
  /** How many days the trees are ahead of the calendar, behind it when negative; null without a bud break to count from. */
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
    /** ℃: below it heaters run whatever else is set. */
    frostGuardC: z.number(),
    /** Oldest crop first; crops without a calendar are left out. */
    crops: z.array(cropToday),
    /** Houses with a thermometer. */
    houses: z.array(
      z.object({
        areaName: z.string(),
        /** From the beginning of yesterday to the end of tomorrow, without gaps. */
        targets: z.array(airTarget),
        /** Null while the night has no reading. */
        lastNight: z.nullable(nightCold),
        /** Today from sunrise on, yesterday before noon; null while the day has no reading. */
        lastDay: z._default(z.nullable(dayHeat), null),
      }),
    ),
  }),
  offline: 'live',
  about:
    'What the air of a farm’s houses should be from yesterday to tomorrow, by heat settings and growth calendar, and how cold last night was against it.',
});
export type Climate = z.infer<(typeof climate)['answer']>;

/** Closer to a target than this, ℃, a house is where it should be: ours, the accuracy of the thermometers growers hang up. */
const ACCURACY_C = 0.5;
/** From so far above its target on a house is hot, ℃: ours. Below that vents are doing their work. */
export const HOT_FROM_C = 3;

/**
 * frost: below the frost guard. cold: below the target. warm: above it, as on every sunny day. hot: far above it.
 * fine: where it should be. `byC`: how far beyond, ℃.
 */
export type AirJudgement = { verdict: 'frost' | 'cold' | 'warm' | 'hot' | 'fine'; byC: number };

/** How a temperature inside is against what it should be; null where nothing is aimed at. Frost is told to the tenth. */
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

/** The target of a house at an instant; undefined for a house without one, and beyond what was asked. */
export function airTargetAt({ houses }: Climate, areaName: string, at: number): AirTarget | undefined {
  return houses.find((house) => house.areaName === areaName)?.targets.find(({ from, to }) => from <= at && at < to);
}

import * as z from 'zod/mini';
import { calendarTemperature, dayOfYear } from '../growth-calendar/growth-calendar.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { doneOf, editOf } from '../wire/write.ts';
import { heatProblems, overlapProblem } from './heat-text.ts';

/**
 * Bounds in ℃. A heated house never goes below 0 (Jeju agricultural research and extension, winter care of late citrus,
 * January 2026), and after bud break it is run up to 28 to 30 by day and 23 to 24 at night (the same, heating of house
 * citrus, 2003). Below 0.2 of hysteresis a burner would switch all the time.
 */
export const heatBounds = {
  dayTargetC: { least: 1, most: 30 },
  nightTargetC: { least: 1, most: 25 },
  frostGuardC: { least: 0, most: 10 },
  hysteresisC: { least: 0.2, most: 5 },
  bandTargetC: { least: 1, most: 30 },
} as const;

/** With more the picture of the day could not be read on a phone. */
export const MAX_BANDS = 8;

const degrees = ({ least, most }: { least: number; most: number }) =>
  z.number().check(
    z.gte(least),
    z.lte(most),
    z.refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, heatProblems.tenths),
  );

const clock = z
  .string()
  .check(z.refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), { error: heatProblems.clock }));

/** A part of the day with its own target; HH:mm Seoul time, `to` not included. */
const heatBand = z.object({ from: clock, to: clock, targetC: degrees(heatBounds.bandTargetC) });
export type HeatBand = z.infer<typeof heatBand>;

/** A farm's heat settings, in forms and in the database. Temperatures are of the air inside. */
const heatFields = z.object({
  /** false: only the frost guard heats. */
  enabled: z.boolean(),
  /** own: the targets below. calendar: the lowest night temperature of the growth calendar, day and night. */
  mode: z.enum(['own', 'calendar']),
  /** From sunrise to sunset. */
  dayTargetC: degrees(heatBounds.dayTargetC),
  nightTargetC: degrees(heatBounds.nightTargetC),
  /** Below this temperature the heater runs, whatever the other settings. */
  frostGuardC: degrees(heatBounds.frostGuardC),
  /** The heater starts below the target and stops this far above it. */
  hysteresisC: degrees(heatBounds.hysteresisC),
  /** Bands override day and night; a band may cross midnight. */
  bands: z.array(heatBand).check(z.maxLength(MAX_BANDS)),
});
export type HeatSettings = z.infer<typeof heatFields>;

/** Minutes since midnight of 'HH:mm'. */
export function minuteOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}

/** Whether the minute of the day is within the band. */
export function isInBand({ from, to }: Pick<HeatBand, 'from' | 'to'>, minute: number): boolean {
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end;
}

/** Whether two bands share a minute; then one of them begins within the other. */
export function bandsOverlap(one: HeatBand, other: HeatBand): boolean {
  return isInBand(one, minuteOf(other.from)) || isInBand(other, minuteOf(one.from));
}

/** Problems that involve several fields, as [path, message]. */
function problemsAmong({
  frostGuardC,
  nightTargetC,
  dayTargetC,
  bands,
}: HeatSettings): [(string | number)[], string][] {
  const problems: [(string | number)[], string][] = [];
  if (nightTargetC <= frostGuardC) problems.push([['nightTargetC'], heatProblems.nightAboveGuard]);
  if (dayTargetC < nightTargetC) problems.push([['dayTargetC'], heatProblems.dayAboveNight]);
  bands.forEach((band, at) => {
    if (band.targetC <= frostGuardC) problems.push([['bands', at, 'targetC'], heatProblems.nightAboveGuard]);
    if (band.from === band.to) {
      problems.push([['bands', at, 'to'], heatProblems.emptyBand]);
      return;
    }
    const earlier = bands.slice(0, at).findIndex((other) => other.from !== other.to && bandsOverlap(other, band));
    if (earlier >= 0) problems.push([['bands', at, 'from'], overlapProblem(earlier + 1)]);
  });
  return problems;
}

const fitTogether = z.check<HeatSettings>((payload) => {
  for (const [path, message] of problemsAmong(payload.value)) {
    payload.issues.push({ code: 'custom', input: payload.value, path, message });
  }
});

export const heatSettings = heatFields.check(fitTogether);

/**
 * Settings before anybody has saved any: heating off, frost guard at the lowest winter temperature that all late citrus
 * crops survive (3 ℃, agricultural research of Jeju on 만감류 in winter).
 */
export const defaultHeatSettings: HeatSettings = {
  enabled: false,
  mode: 'own',
  dayTargetC: 12,
  nightTargetC: 8,
  frostGuardC: 3,
  hysteresisC: 1,
  bands: [],
};

/** Parses stored settings and adds fields that an earlier version did not have; undefined when they cannot be read. */
export function readHeatSettings(json: string | null): HeatSettings | undefined {
  if (json === null) return undefined;
  try {
    const parsed = heatFields.safeParse({ ...defaultHeatSettings, ...Object(JSON.parse(json)) });
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // Not JSON: handled like settings never saved.
  }
}

/** What heating needs of the growth calendar, of the first growing crop. */
const heatCalendar = z.object({
  cropName: z.string(),
  /** Noted bud break, yyyy-MM-dd; null when not entered. */
  budBreakOn: z.nullable(z.string()),
  budBreak: dayOfYear,
  /** Heated from bud break on: nights are kept warmer until the end of fruit drop. */
  isHeated: z.boolean(),
  periods: z.array(z.object({ season: z.string(), row: calendarTemperature })),
});
export type HeatCalendar = z.infer<typeof heatCalendar>;

/** Everything on the page of the heat settings except readings. */
const heatView = z.object({
  settings: heatFields,
  /** false: nobody has saved settings, and `settings` are the defaults. */
  isSet: z.boolean(),
  /** null: no growing crop has a calendar, so it cannot be followed. */
  calendar: z.nullable(heatCalendar),
  /** Name of the user who last changed the settings, and when; null without a record. */
  changed: z.nullable(z.object({ by: z.string(), at: instantText })),
});
export type HeatView = z.infer<typeof heatView>;

const farmId = z.object({ id: indexParam });

export const getHeat = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/heat',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: '/cms/control/heat-settings',
  params: farmId,
  answer: heatView,
  offline: 'live',
  about: 'Returns the heat settings of a farm, the growth calendar that they can follow, and who changed them last.',
});

export const updateHeat = endpoint({
  method: 'PATCH',
  path: '/api/farms/heat-update/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id' },
  page: '/cms/control/heat-settings',
  params: farmId,
  body: editOf(heatFields),
  answer: doneOf(heatView),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'now-or-never',
  about:
    'Changes the heat settings; they take effect within a minute. Fails if a field of the edit has changed since the edit began.',
});

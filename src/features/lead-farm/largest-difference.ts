import type { Series } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { type Aspect, type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';
import { bucketLevels, DAY_MS, HOUR_MS, SEOUL_OFFSET_MS, startOfSeoulDay } from '#contract/time/time.ts';

type Difference = {
  aspect: Aspect;
  /** Own value minus the lead farm's, in the unit of the series. */
  difference: number;
  own: number;
  lead: number;
  /** The Seoul day, epoch ms of its start. */
  day: number;
};

/** The values of both sides over a range, and their differences. */
export type Comparison = {
  own: { low: number; mean: number; high: number };
  lead: { low: number; mean: number; high: number };
  /** Null if no part of any day has enough readings of both. */
  largest: Difference | null;
  /** Time with readings of both sides, ms: everything above covers only this time. */
  sharedMs: number;
};

type Figures = { low: number; sum: number; count: number; high: number };
type Slot = { at: number; own: Figures; lead: Figures };

/** Hours of the Seoul day. */
const DAWN = { from: 0, to: 7 };
const LIGHT = { from: 9, to: 18 };
const WHOLE = { from: 0, to: 24 };

/** An extreme needs readings of at least this share of its hours. */
const ENOUGH = 0.5;

/** The same aspects for daily values, which have no hours. */
const ofWholeDay: { readonly [Name in Aspect]: Aspect } = {
  dawnLow: 'low',
  dawnHigh: 'high',
  dayLow: 'low',
  dayHigh: 'high',
  low: 'low',
  high: 'high',
  mean: 'mean',
};

function aspectsOf(type: ChannelTypeName, stepMs: number): readonly Aspect[] {
  const { compared } = channelTypes[type];
  return stepMs < bucketLevels['1d'] ? compared : compared.map((aspect) => ofWholeDay[aspect]);
}

const hoursOf = (aspect: Aspect) =>
  aspect === 'dawnLow' || aspect === 'dawnHigh' ? DAWN : aspect === 'dayLow' || aspect === 'dayHigh' ? LIGHT : WHOLE;

/**
 * Compares two series of one type and resolution over the time with readings of both: a gap on one side must not look
 * like a warm night. Null without common time.
 */
export function compared(
  own: Pick<Series, 'type' | 'points' | 'stepMs'>,
  lead: Pick<Series, 'points' | 'stepMs'>,
): Comparison | null {
  const stepMs = Math.max(bucketLevels['10m'], own.stepMs, lead.stepMs);
  const slots = sharedSlots(own.points, lead.points, stepMs);
  if (slots.length === 0) return null;
  const candidates = aspectsOf(own.type, stepMs).flatMap((aspect) => differencesOf(aspect, slots, stepMs));
  const largest = candidates.reduce<Difference | null>(
    (top, next) => (top && Math.abs(top.difference) >= Math.abs(next.difference) ? top : next),
    null,
  );
  return {
    own: summed(slots.map((slot) => slot.own)),
    lead: summed(slots.map((slot) => slot.lead)),
    largest,
    sharedMs: slots.length * stepMs,
  };
}

function sharedSlots(own: readonly Point[], lead: readonly Point[], stepMs: number): Slot[] {
  const leads = slotted(lead, stepMs);
  return [...slotted(own, stepMs)].flatMap(([at, figures]) => {
    const other = leads.get(at);
    return other ? [{ at, own: figures, lead: other }] : [];
  });
}

/** Groups points into time slots that start with Seoul days. */
function slotted(points: readonly Point[], stepMs: number): Map<number, Figures> {
  const slots = new Map<number, Figures>();
  for (const [at, min, mean, max] of points) {
    const start = Math.floor((at + SEOUL_OFFSET_MS) / stepMs) * stepMs - SEOUL_OFFSET_MS;
    const slot = slots.get(start);
    if (!slot) {
      slots.set(start, { low: min, sum: mean, count: 1, high: max });
      continue;
    }
    slot.low = Math.min(slot.low, min);
    slot.high = Math.max(slot.high, max);
    slot.sum += mean;
    slot.count += 1;
  }
  return slots;
}

function differencesOf(aspect: Aspect, slots: readonly Slot[], stepMs: number): Difference[] {
  const { from, to } = hoursOf(aspect);
  const days = new Map<number, Slot[]>();
  for (const slot of slots) {
    const day = startOfSeoulDay(slot.at);
    const hour = (slot.at - day) / HOUR_MS;
    if (hour < from || hour >= to) continue;
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  const wantedMs = Math.min((to - from) * HOUR_MS, DAY_MS) * ENOUGH;
  return [...days].flatMap(([day, held]) => {
    if (held.length * stepMs < wantedMs) return [];
    const own = figureOf(aspect, summed(held.map((slot) => slot.own)));
    const lead = figureOf(aspect, summed(held.map((slot) => slot.lead)));
    return [{ aspect, day, own, lead, difference: own - lead }];
  });
}

function figureOf(aspect: Aspect, { low, mean, high }: Comparison['own']): number {
  if (aspect === 'mean') return mean;
  return aspect === 'low' || aspect === 'dawnLow' || aspect === 'dayLow' ? low : high;
}

function summed(figures: readonly Figures[]): Comparison['own'] {
  const means = figures.map(({ sum, count }) => sum / count);
  return {
    low: figures.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY),
    mean: means.reduce((total, mean) => total + mean, 0) / means.length,
    high: figures.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY),
  };
}

import { channelsMovedBy } from '#contract/control/rule/rule.ts';
import { nextActAt } from '#contract/control/rule/rule-next.ts';
import { periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { Queries } from '../db/open.ts';
import { type FarmCrop, listFarmCrops } from '../growth-calendar/queries.ts';
import { rulesOf } from './rules.ts';

/** The growth stage of a day in the calendar that a rule follows. */
export function seasonsOf(crops: readonly FarmCrop[], cropId: string | null): (day: number) => string | null {
  const crop = crops.find(({ cropId: id, calendar }) => (cropId === null ? calendar !== null : id === cropId));
  const calendar = crop?.calendar;
  if (!crop || !calendar) return () => null;
  return (day) => periodAt(calendar, crop.budBreakOn, day)?.season ?? null;
}

type NextWater = { at: number; ruleName: string; family: string };

/** The next watering of each valve by a rule that acts, epoch ms; a valve without a foreseen one is missing. */
export async function nextWater(store: Queries, farmId: number, now: number): Promise<ReadonlyMap<number, NextWater>> {
  const rules = (await rulesOf(store, farmId)).filter(
    ({ fields: { family, enabled, mode } }) =>
      enabled && mode === 'act' && (family === 'water-time' || family === 'water-sensor'),
  );
  const crops = rules.length > 0 ? await listFarmCrops(store, farmId) : [];
  const next = new Map<number, NextWater>();
  for (const { fields } of rules) {
    const at = nextActAt(fields, now, seasonsOf(crops, fields.cropId));
    if (at === null) continue;
    for (const valve of channelsMovedBy(fields)) {
      const known = next.get(valve);
      if (!known || at < known.at) next.set(valve, { at, ruleName: fields.name, family: fields.family });
    }
  }
  return next;
}

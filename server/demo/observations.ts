import type { ObservationFields } from '#contract/growing/observation.ts';
import { judgeFigure, type Pest, type QuantityName, quantities, quantityNames } from '#contract/growing/quantities.ts';
import { periodAt, SEASON_DAYS } from '#contract/growth-calendar/growth-calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { Store } from '../db/open.ts';
import { addObservation } from '../growing/commands.ts';
import { type FarmCrop, listFarmCrops } from '../growth-calendar/queries.ts';
import { demoFarms } from './farms.ts';
import { bell, hash01 } from './noise.ts';

/** Interval of growth surveys, days. */
const VISIT_DAYS = 14;
/** Observed trees per house, and their distance within the rows. */
const TREES = 8;
const TREES_APART = 7;
/** One in so many values is a mistake, such as the wrong fruit or shoot. */
const SLIPS_IN = 60;

/** The fruit of a crop at harvest: diameter in mm, °Bx and % acid. */
const fruits: Readonly<Record<string, { mm: number; brix: number; acidityPct: number }>> = {
  한라봉: { mm: 86, brix: 13.4, acidityPct: 1 },
  레드향: { mm: 80, brix: 13.1, acidityPct: 0.95 },
  천혜향: { mm: 82, brix: 13, acidityPct: 1.05 },
  황금향: { mm: 76, brix: 12.2, acidityPct: 0.85 },
};

/**
 * Adds the growers' observations of this season and the previous one to the demonstration farms. A farm with
 * observations stays as it is.
 */
export async function noteObservations(store: Store, now: number): Promise<void> {
  const farms = await store.db
    .selectFrom('demo_state')
    .innerJoin('farm', 'farm.farm_id', 'demo_state.farm_id')
    .select(['demo_state.farm_id as farmId', 'demo_state.farm_code as code', 'farm.owner_id as ownerId'])
    .execute();
  for (const { farmId, code, ownerId } of farms) {
    const farm = demoFarms.find((one) => one.code === code);
    const noted = store.db.selectFrom('observation').select('observation_id').where('farm_id', '=', farmId);
    if (!farm || (await noted.limit(1).executeTakeFirst())) continue;
    const crops = await listFarmCrops(store, farmId);
    await store.db.transaction().execute(async (trx) => {
      let number = 0;
      for (const [at, crop] of crops.entries()) {
        for (const fields of observationsOf(crop, farm.place.seed + at, now)) {
          number += 1;
          const id = `00000000-0000-4000-8001-${String(farmId * 100_000 + number).padStart(12, '0')}`;
          await addObservation(trx, id, { ...fields, farmIndex: farmId }, { userId: ownerId, at: now });
        }
      }
    });
  }
}

/** The observations of a crop since the bud break of the previous season. */
function observationsOf(crop: FarmCrop, seed: number, now: number): Omit<ObservationFields, 'farmIndex'>[] {
  const { budBreakOn } = crop;
  if (budBreakOn === null) return [];
  const began = startOfSeoulDate(budBreakOn);
  return [1, 0].flatMap((yearsAgo) => {
    const from = began - yearsAgo * SEASON_DAYS * DAY_MS;
    const until = Math.min(now, from + SEASON_DAYS * DAY_MS);
    const visits = Math.floor((until - from) / (VISIT_DAYS * DAY_MS));
    return Array.from({ length: visits }, (_, visit) => (visit + 1) * VISIT_DAYS).flatMap((day) =>
      Array.from({ length: TREES }, (__, tree) => {
        // From nine in the morning, some minutes per tree.
        const at = from + day * DAY_MS + 9 * HOUR_MS + tree * 6 * MINUTE_MS;
        return at > now ? [] : [observed(crop, { seed, tree, day, yearsAgo, at })];
      }).flat(),
    );
  });
}

type Visit = { seed: number; tree: number; day: number; yearsAgo: number; at: number };

function observed(crop: FarmCrop, { seed, tree, day, yearsAgo, at }: Visit): Omit<ObservationFields, 'farmIndex'> {
  const figures = figuresOf(crop.itemsName, { seed, tree, day, yearsAgo });
  return {
    ...figures,
    cropId: crop.cropId,
    house: crop.house,
    tree: String(1 + tree * TREES_APART),
    season: (crop.calendar && periodAt(crop.calendar, crop.budBreakOn, at)?.season) ?? '',
    observedAt: new Date(at).toISOString(),
    pests: pestsOn(day, hash01(seed + tree, day, yearsAgo + 20)),
    otherPest: '',
    note: '',
    confirmed: quantityNames.filter((name) => judgeFigure(name, figures[name]) === 'unusual'),
  };
}

/** A rise from 0 to 1, half at `middle`, most of it within `width` days on either side. */
const risen = (day: number, middle: number, width: number) => 1 / (1 + Math.exp(-(day - middle) / (width / 3)));

/** The values of a tree some days after bud break; last year was somewhat slower. */
function figuresOf(itemsName: string, { seed, tree, day, yearsAgo }: Omit<Visit, 'at'>) {
  const fruit = fruits[itemsName] ?? { mm: 80, brix: 12.5, acidityPct: 1 };
  const vigour = 1 + 0.045 * bell(seed, tree) - 0.03 * yearsAgo;
  const grown = day - 4 * yearsAgo;
  const mean: Record<QuantityName, number | null> = {
    shootCm: day <= 110 ? 24 * vigour * risen(grown, 38, 30) : null,
    fruitMm: day >= 70 ? fruit.mm * vigour * risen(grown, 145, 95) : null,
    brix: day >= 150 ? 7.2 + (fruit.brix - 7.2) * risen(grown, 225, 80) - 0.25 * yearsAgo : null,
    acidityPct: day >= 150 ? fruit.acidityPct + 2.6 * (1 - risen(grown, 200, 75)) : null,
    leafSpad: day >= 28 ? 42 + 34 * risen(grown, 75, 60) : null,
    leafColour: day >= 28 ? 2 + 3 * risen(grown, 75, 60) : null,
  };
  const spread: Record<QuantityName, number> = {
    shootCm: 1.6,
    fruitMm: 1.4,
    brix: 0.35,
    acidityPct: 0.07,
    leafSpad: 2.2,
    leafColour: 0.25,
  };
  const figure = (name: QuantityName, at: number): number | null => {
    const value = mean[name];
    if (value === null) return null;
    const slip = hash01(seed + at, day, tree + 100 * yearsAgo) < 1 / SLIPS_IN ? 6 : 1;
    const measured = value + slip * spread[name] * bell(seed + 31 * at + yearsAgo, day * 100 + tree);
    const { possible, decimals } = quantities[name];
    return Number(Math.min(possible.max, Math.max(possible.min, measured)).toFixed(decimals));
  };
  return {
    shootCm: figure('shootCm', 0),
    fruitMm: figure('fruitMm', 1),
    brix: figure('brix', 2),
    acidityPct: figure('acidityPct', 3),
    leafSpad: figure('leafSpad', 4),
    leafColour: figure('leafColour', 5),
  };
}

/** Which pests occur how long after bud break: mites in early summer and autumn, others in certain weeks. */
const seasonsOfPests: readonly { pest: Pest; from: number; to: number; share: number }[] = [
  { pest: 'aphid', from: 20, to: 60, share: 0.12 },
  { pest: 'greyMould', from: 38, to: 62, share: 0.1 },
  { pest: 'redMite', from: 90, to: 130, share: 0.25 },
  { pest: 'leafMiner', from: 110, to: 170, share: 0.15 },
  { pest: 'redMite', from: 200, to: 250, share: 0.2 },
  { pest: 'stinkBug', from: 190, to: 240, share: 0.08 },
];

function pestsOn(day: number, chance: number): Pest[] {
  let below = 0;
  for (const { pest, from, to, share } of seasonsOfPests) {
    if (day < from || day > to) continue;
    below += share;
    if (chance < below) return [pest];
  }
  return ['none'];
}

import type { ObservationFields } from '#contract/growing/observation.ts';
import { judgeFigure, type Pest, type QuantityName, quantities, quantityNames } from '#contract/growing/quantities.ts';
import { periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { Store } from '../db/open.ts';
import { addObservation } from '../growing/commands.ts';
import { type FarmCrop, listFarmCrops } from '../growth-calendar/queries.ts';
import { demoFarms } from './farms.ts';
import { bell, hash01 } from './noise.ts';

/** Growth surveys are made every week or two. */
const VISIT_DAYS = 14;
/** A season ends when the buds of the next one break. */
const SEASON_DAYS = 365;
/** Trees that are looked at in a house, and how far apart they stand in its rows. */
const TREES = 8;
const TREES_APART = 7;
/** One figure in so many is misread: the wrong fruit, the wrong shoot. */
const SLIPS_IN = 60;

/** How the fruit of a crop turns out: diameter in mm, °Bx and % acid at its harvest. */
const fruits: Readonly<Record<string, { mm: number; brix: number; acidityPct: number }>> = {
  한라봉: { mm: 86, brix: 13.4, acidityPct: 1 },
  레드향: { mm: 80, brix: 13.1, acidityPct: 0.95 },
  천혜향: { mm: 82, brix: 13, acidityPct: 1.05 },
  황금향: { mm: 76, brix: 12.2, acidityPct: 0.85 },
};

/**
 * Gives the demonstration's farms what their growers noted down on their trees, this season and the one before; a farm
 * that has observations keeps them as they are.
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

/** What was noted down of a crop from the bud break of the season before last on. */
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
        // From nine in the morning on, some minutes a tree.
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

/** Between 0 and 1, half at `middle`, most of the way within `width` days on either side. */
const risen = (day: number, middle: number, width: number) => 1 / (1 + Math.exp(-(day - middle) / (width / 3)));

/** What grows on a tree so many days after bud break; last year was somewhat behind. */
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
    const told = value + slip * spread[name] * bell(seed + 31 * at + yearsAgo, day * 100 + tree);
    const { possible, decimals } = quantities[name];
    return Number(Math.min(possible.max, Math.max(possible.min, told)).toFixed(decimals));
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

/** What is about so many days after bud break: mites in early summer and autumn, others in their weeks. */
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

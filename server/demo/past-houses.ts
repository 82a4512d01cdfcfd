/** Houses of the demonstration set going in the past, for rules to be tried on them. */
import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import type { FindHouses } from '../control/rehearsal/simulated-houses.ts';
import type { Store } from '../db/open.ts';
import { findHeatCalendar } from '../growth-calendar/queries.ts';
import { findHeat } from '../heat/queries.ts';
import { demoFarms } from './farms.ts';
import { createStepping, freshFarm, STEP_MS, simulateFarm } from './simulate.ts';

/** Settled so much at a time, ms. */
const PORTION_MS = DAY_MS / 4;
/** So long before their first minute they are there to be looked back on. */
const BEFORE_MS = 6 * HOUR_MS;

/** Settled by the weather before, on the heat settings of now: a house that began just then would begin with a jump. */
export function pastHouses(store: Store): FindHouses {
  return async (farmId, begin, pace) => {
    const row = await store.db
      .selectFrom('demo_state')
      .select('farm_code as code')
      .where('farm_id', '=', farmId)
      .executeTakeFirst();
    const farm = demoFarms.find(({ code }) => code === row?.code);
    const heat = farm && (await findHeat(store, farmId));
    if (!farm || !heat) return undefined;
    const settings = heat.isSet ? heat.settings : farm.heat;
    const calendar = settings.mode === 'calendar' ? await findHeatCalendar(store, farmId) : null;
    const from = begin - BEFORE_MS;
    let state = freshFarm(farm, from);
    while (state.at < from) {
      const to = Math.min(from, state.at + PORTION_MS);
      state = simulateFarm(farm, state, { to, heat: settings, calendar, recordFrom: to + STEP_MS }).state;
      await pace.goOn();
    }
    const step = createStepping(farm, state, { heat: settings, calendar });
    return { step: (output, codes) => step({ keeper: { output }, codes }) };
  };
}

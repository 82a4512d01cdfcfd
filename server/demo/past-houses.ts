/** Simulates the demonstration's houses in the past, so that users can try rules on them. */
import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import type { FindHouses } from '../control/rehearsal/simulated-houses.ts';
import type { Store } from '../db/open.ts';
import { findHeatCalendar } from '../growth-calendar/queries.ts';
import { findHeat } from '../heat/queries.ts';
import { demoFarms } from './farms.ts';
import { createStepping, freshFarm, STEP_MS, simulateFarm } from './simulate.ts';

/** The span that is simulated at a time while the houses settle, ms. */
const PORTION_MS = DAY_MS / 4;
/** How long before its first minute a simulated house has a history, ms. */
const BEFORE_MS = 6 * HOUR_MS;

/** Houses first settle under earlier weather with the current heating settings, or their values would jump. */
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
    return { step: (output, codes) => step({ simulated: { output }, codes }) };
  };
}

import type { Store } from '../db/open.ts';
import { findHeatCalendar } from '../growth-calendar/queries.ts';
import { findHeat } from '../heat/queries.ts';
import type { Demo } from '../server.ts';
import { demoFarms } from './farms.ts';
import { type DemoDeps, type SetHeat, startDemo } from './live.ts';
import { GATEWAY_CODE, readTestDeviceKey, removeDemo, seedDemo } from './seed.ts';

/** What main.ts hands to the server; no other room knows that there is a demonstration. */
export const demo: Demo = {
  async prepare(store, { config, log, now, say }) {
    if (!config.demo) return removeDemo(store, config.dataDir);
    await seedDemo(store, { dataDir: config.dataDir, log, now: now() });
    say(
      'Demonstration mode: simulated farms, accounts admin, grower and family (password onsil-demo). DEMO=0 removes it.',
    );
    const key = readTestDeviceKey(config.dataDir);
    if (key) say(`Key of the demonstration's test device (sensors temp and humid): ${key}`);
  },
  live: (store, ports) => startDemo(demoDeps(store, ports)).stop,
};

/** The simulation on the real store: settings from where growers put them, readings through the usual gate. */
export function demoDeps(store: Store, { gate, directory, log, now }: Parameters<Demo['live']>[1]): DemoDeps {
  const farmIds = farmIdsOf(store);
  return {
    now,
    log,
    loadState: async (code) => (await stateRow(store, code))?.state,
    async saveState(code, state) {
      await store.db.updateTable('demo_state').set({ state }).where('farm_code', '=', code).execute();
    },
    heat: async (code) => heatOf(store, (await farmIds).get(code), code),
    async send(code, readings) {
      const farmId = (await farmIds).get(code);
      const device = farmId === undefined ? undefined : await directory.byTopic(farmId, GATEWAY_CODE);
      if (!device) return; // Somebody has deleted the farm: it lives on unobserved.
      await gate.accept(
        device,
        readings.map(({ code: sensor, at, value }) => ({ sensor, at, value })),
      );
    },
  };
}

async function farmIdsOf({ db }: Store): Promise<Map<string, number>> {
  const rows = await db.selectFrom('demo_state').select(['farm_id', 'farm_code']).execute();
  return new Map(rows.map(({ farm_id, farm_code }) => [farm_code, farm_id]));
}

function stateRow({ db }: Store, code: string) {
  return db.selectFrom('demo_state').select('state').where('farm_code', '=', code).executeTakeFirst();
}

/** What the grower has set; what the farm began with where nothing is set or the farm is gone. */
async function heatOf(store: Store, farmId: number | undefined, code: string): Promise<SetHeat> {
  const begun = demoFarms.find((farm) => farm.code === code)?.heat;
  if (!begun) throw new Error(`no demonstration farm ${code}`);
  const found = farmId === undefined ? undefined : await findHeat(store, farmId);
  if (farmId === undefined || !found?.isSet) return { settings: begun, calendar: null };
  const { settings } = found;
  return { settings, calendar: settings.mode === 'calendar' ? await findHeatCalendar(store, farmId) : null };
}

import type { Store } from '../db/open.ts';
import type { Demo } from '../server.ts';
import { type HeatSettings, heatSettings } from './controller.ts';
import { type DemoFarm, demoFarms } from './farms.ts';
import { startDemo } from './live.ts';
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
  live(store, { gate, directory, log, now }) {
    const farmIds = farmIdsOf(store);
    const { stop } = startDemo({
      now,
      log,
      loadState: async (code) => (await stateRow(store, code))?.state,
      async saveState(code, state) {
        await store.db.updateTable('demo_state').set({ state }).where('farm_code', '=', code).execute();
      },
      heatSettings: async (code) => settingsOf(store, (await farmIds).get(code), code),
      async send(code, readings) {
        const farmId = (await farmIds).get(code);
        const device = farmId === undefined ? undefined : await directory.byTopic(farmId, GATEWAY_CODE);
        if (!device) return; // Somebody has deleted the farm: it lives on unobserved.
        await gate.accept(
          device,
          readings.map(({ code: sensor, at, value }) => ({ sensor, at, value })),
        );
      },
    });
    return stop;
  },
};

async function farmIdsOf({ db }: Store): Promise<Map<string, number>> {
  const rows = await db.selectFrom('demo_state').select(['farm_id', 'farm_code']).execute();
  return new Map(rows.map(({ farm_id, farm_code }) => [farm_code, farm_id]));
}

function stateRow({ db }: Store, code: string) {
  return db.selectFrom('demo_state').select('state').where('farm_code', '=', code).executeTakeFirst();
}

/** What the grower has set; the farm's own beginning where that cannot be read. */
async function settingsOf({ db }: Store, farmId: number | undefined, code: string): Promise<HeatSettings> {
  const byCode = (farm: DemoFarm) => farm.code === code;
  const own = demoFarms.find(byCode)?.heat;
  if (!own) throw new Error(`no demonstration farm ${code}`);
  if (farmId === undefined) return own;
  const row = await db.selectFrom('farm').select('heat_settings').where('farm_id', '=', farmId).executeTakeFirst();
  const stored = heatSettings.safeParse(row?.heat_settings ? JSON.parse(row.heat_settings) : undefined);
  return stored.success ? stored.data : own;
}

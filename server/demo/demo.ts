import type { Store } from '../db/open.ts';
import { createDirectory } from '../device/directory.ts';
import type { Demo } from '../server.ts';
import { heatSettings } from './controller.ts';
import { demoFarms } from './farms.ts';
import { startDemo } from './live.ts';
import { GATEWAY_CODE, readTestDeviceKey, removeDemo, seedDemo } from './seed.ts';

/** What main.ts hands to the server: the demonstration is the only room that knows it exists. */
export const demo: Demo = {
  async prepare(store, { config, log, now }) {
    if (config.demo) await seedDemo(store, { dataDir: config.dataDir, log, now: now() });
    else await removeDemo(store, config.dataDir);
  },
  live(store, { gate, log, now }) {
    return startDemo({} as never);
  },
};

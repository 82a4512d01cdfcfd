import type { Store } from '#server/db/open.ts';
import { takeNumbers } from '#server/db/sequence.ts';
import { demoDeps, simulatedControllers } from '#server/demo/demo.ts';
import { type DemoFarm, demoFarms } from '#server/demo/farms.ts';
import { advanceFarm } from '#server/demo/live.ts';
import { pastHouses } from '#server/demo/past-houses.ts';
import { GATEWAY_CODE } from '#server/demo/seed.ts';
import { startFarm } from '#server/demo/simulate.ts';
import { simulatedWeather } from '#server/demo/weather.ts';
import { createDevice } from '#server/device/commands.ts';
import type { Demo } from '#server/server.ts';

const CODE = 'wimi';

export function farmAtWimi(): DemoFarm {
  const farm = demoFarms.find(({ code }) => code === CODE);
  if (!farm) throw new Error('there is a farm at Wimi');
  return farm;
}

type LivePorts = Parameters<Demo['live']>[1];

/** A demonstration that does nothing by itself; its ports are there once a server has begun it. */
export function demoByHand(): { demo: Demo; ports(): LivePorts } {
  let ports: LivePorts | undefined;
  const live: Demo['live'] = (_, given) => {
    ports = given;
    return async () => {};
  };
  return {
    demo: { prepare: async () => {}, weather: simulatedWeather, pastHouses, live },
    ports() {
      if (!ports) throw new Error('the demonstration was not begun');
      return ports;
    },
  };
}

type Added = {
  ownerId: number;
  name: string;
  /** When the farm and its device were registered, epoch ms. */
  createdAt: number;
  /** From when on its houses are simulated, epoch ms. */
  begin: number;
};

/** Adds a simulated farm, which is to live on the given ports, and returns what moves it on. */
export async function addSimulatedFarm(store: Store, ports: LivePorts, farm: DemoFarm, added: Added) {
  const { ownerId, name, createdAt, begin } = added;
  const farmId = await store.db.transaction().execute(async (trx) => {
    const id = await takeNumbers(trx, 'farm');
    const { latitude, longitude } = farm;
    const place = { address: '', latitude, longitude };
    const made = { created_at: createdAt, is_simulated: 1, heat_settings: JSON.stringify(farm.heat) } as const;
    await trx
      .insertInto('farm')
      .values({ farm_id: id, name, owner_id: ownerId, ...place, ...made })
      .execute();
    return id;
  });
  const device = { farmId, code: GATEWAY_CODE, name: '제어기', channels: farm.houses.flatMap((one) => one.channels) };
  const { channels } = await createDevice(store, device, createdAt);
  const state = JSON.stringify(startFarm(farm, begin));
  await store.db.insertInto('demo_state').values({ farm_id: farmId, farm_code: CODE, state }).execute();
  const controlled = simulatedControllers(store, ports);
  const deps = { ...demoDeps(store, ports), commanded: controlled.commanded };
  const channel = (code: string) => channels.get(code) ?? -1;
  return {
    farmId,
    channels,
    channel,
    /** Brings the houses up to the server's time. */
    advance: () => advanceFarm(deps, farm),
    /** Lets the simulated controllers look. */
    tick: controlled.tick,
    /** The value of the newest stored reading of a channel, by its code. */
    async reading(code: string): Promise<number> {
      const rows = store.db
        .selectFrom('reading')
        .select('value')
        .where('farm_id', '=', farmId)
        .where('channel_id', '=', channel(code));
      return (await rows.orderBy('at', 'desc').limit(1).executeTakeFirstOrThrow()).value;
    },
  };
}

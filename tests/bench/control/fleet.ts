import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { setActuator } from '#server/control/actuators.ts';
import { type ControllerEvents, type Controllers, createControllers } from '#server/control/engine/controllers.ts';
import { addRule } from '#server/control/rule-commands.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { takeNumbers } from '#server/db/sequence.ts';
import { createSimulatedController, type SimulatedController } from '#server/demo/simulated-controller.ts';
import { createDevice } from '#server/device/commands.ts';
import { channelsOf, formsOf } from '../../contract/examples-rule.ts';
import { aFarm } from '../../support/store/store.ts';

const DEVICE = 'n01';
const sensorTypes = ['TEMPERATURE', 'HUMIDITY', 'CO2', 'SOIL_MOISTURE', 'FLOW_RATE'] as const;
const actuatorTypes = ['WATER', 'VENT', 'FAN', 'CO2_SUPPLY', 'HEATER'] as const;
/** Number of rules of each of the five families. */
const EACH = 4;
/** How far back conditions look, ms. */
const BACK_MS = 6 * HOUR_MS;
const PORTION_MS = 15 * MINUTE_MS;
const ROWS = 4_000;
const resting = Object.fromEntries(actuatorTypes.map((type) => [type.toLowerCase(), 0]));

/** Farms of one kind read the same values; kinds differ, so that not all rules act in the same minute. */
const KINDS = 7;

type Furnished = { farmId: number; channels: ReadonlyMap<string, number>; kind: number };
type FleetFarm = Furnished & { simulated: SimulatedController };
export type Fleet = {
  store: Store;
  controllers: Controllers;
  farms: readonly FleetFarm[];
  /** The common clock, epoch ms. */
  now(): number;
  /** Sets the receiver of the controllers' messages. */
  hearWith(events: ControllerEvents): void;
  /** Advances by a minute, in which every sensor reports. */
  pass(): Promise<void>;
};

/** Farms with 20 rules each, all enabled and acting, `backMs` of readings, and a controller each. */
export async function aFleet(folder: string, count: number, begin: number, backMs = BACK_MS): Promise<Fleet> {
  const store = await openStore(path.join(folder, `control-${count}.db`));
  const controllers = createControllers();
  let clock = begin;
  let events: ControllerEvents | undefined;
  const now = () => clock;
  const furnished = await furnishFarms(store, count, begin, backMs);
  const farms = furnished.map(({ farmId, ...rest }): FleetFarm => {
    const simulated = createSimulatedController(resting, {
      now,
      events: {
        ack: (code, ack) => events?.ack(farmId, DEVICE, code, ack),
        state: (code, state) => events?.state(farmId, DEVICE, code, state),
      },
    });
    controllers.attach(farmId, DEVICE, simulated.controller);
    return { farmId, ...rest, simulated };
  });
  const sense = () => {
    for (const { simulated, kind } of farms) {
      simulated.advance(
        clock,
        Object.fromEntries(sensorTypes.map((type) => [type.toLowerCase(), figureOf(type, clock, kind)])),
      );
    }
  };
  return {
    store,
    controllers,
    farms,
    now,
    hearWith(next) {
      events = next;
      clock += MINUTE_MS;
      sense();
    },
    async pass() {
      clock += MINUTE_MS;
      await report(store, farms, clock, clock + MINUTE_MS);
      sense();
    },
  };
}

/** A rule of each family for the channels of a farm. */
export function formsFor(channels: ReadonlyMap<string, number>): ReturnType<typeof formsOf> {
  return formsOf(channelsOf((type) => channels.get(type.toLowerCase()) ?? 0));
}

/** The first farm of each kind is furnished as anybody would; all others are copies, which takes a tenth of the time. */
async function furnishFarms(store: Store, count: number, begin: number, backMs: number): Promise<Furnished[]> {
  const firsts: Furnished[] = [];
  for (let kind = 0; kind < Math.min(count, KINDS); kind += 1) {
    firsts.push({ ...(await furnishFarm(store, begin)), kind });
  }
  for (let at = begin - backMs; at <= begin; at += PORTION_MS) {
    await report(store, firsts, at, Math.min(at + PORTION_MS, begin + MINUTE_MS));
  }
  const farms = [...firsts];
  for (const first of firsts) {
    const most = Math.ceil((count - first.kind) / KINDS) - 1;
    for (let made = 0; made < most; made += COPIED) {
      const copies = await copyFarm(store, first, Math.min(COPIED, most - made));
      farms.push(...copies.map((farmId) => ({ ...first, farmId })));
    }
  }
  return farms;
}

async function furnishFarm(store: Store, at: number) {
  const farmId = await aFarm(store);
  const types: readonly ChannelTypeName[] = [...sensorTypes, ...actuatorTypes];
  const wanted = types.map((type) => ({
    code: type.toLowerCase(),
    type,
    name: type,
    areaName: '1동',
    intervalMs: MINUTE_MS,
  }));
  const { channels } = await createDevice(store, { farmId, code: DEVICE, name: DEVICE, channels: wanted }, at);
  const of = (type: ChannelTypeName) => channels.get(type.toLowerCase()) ?? 0;
  const given: { readonly [Type in ChannelTypeName]?: Partial<ActuatorSettings> } = {
    WATER: { flowChannel: of('FLOW_RATE'), nominalLpm: 40, areaM2: 1_000 },
  };
  const forms = formsFor(channels);
  await store.db.transaction().execute(async (trx) => {
    for (const type of actuatorTypes) {
      const fields = { ...defaultSettings(type), isCommanded: true, ...given[type] };
      await setActuator(trx, { farmId, channel: of(type) }, fields);
    }
    for (const form of Object.values<RuleFields>(forms)) {
      for (let copy = 1; copy <= EACH; copy += 1) {
        const fields: RuleFields = {
          ...form,
          name: `${form.name} ${copy}`,
          priority: copy,
          enabled: true,
          mode: 'act',
        };
        await addRule(trx, { farmId, id: randomUUID() }, fields, at + copy);
      }
    }
  });
  return { farmId, channels };
}

/** The value of a sensor: a day's air, drying soil, flow while a valve is open. */
function figureOf(type: (typeof sensorTypes)[number], at: number, kind: number): number {
  const day = Math.sin((2 * Math.PI * (at % (24 * HOUR_MS))) / (24 * HOUR_MS));
  switch (type) {
    case 'TEMPERATURE':
      return 20 + 8 * day + kind / 10;
    case 'HUMIDITY':
      return 70 - 15 * day;
    case 'CO2':
      return 450 - 60 * day;
    case 'SOIL_MOISTURE':
      return 29 + 3 * Math.cos((2 * Math.PI * at) / (5 * 24 * HOUR_MS)) + kind / 10;
    case 'FLOW_RATE':
      return 0;
  }
}

/** Stores readings of every sensor by the minute in [from, to) directly; ingest is measured elsewhere. */
async function report({ db }: Store, farms: readonly Furnished[], from: number, to: number): Promise<void> {
  const rows = farms.flatMap(({ farmId, channels, kind }) =>
    sensorTypes.flatMap((type) => {
      const channel = channels.get(type.toLowerCase()) ?? 0;
      return Array.from({ length: (to - from) / MINUTE_MS }, (_, minute) => {
        const at = from + minute * MINUTE_MS;
        return { farm_id: farmId, channel_id: channel, at, value: figureOf(type, at, kind), flag: 0 as const };
      });
    }),
  );
  await db.transaction().execute(async (trx) => {
    for (let first = 0; first < rows.length; first += ROWS) {
      const portion = rows.slice(first, first + ROWS);
      await trx
        .insertInto('reading')
        .values(portion)
        .onConflict((c) => c.doNothing())
        .execute();
    }
  });
}

/** Farms that are copied by one statement. */
const COPIED = 100;

/** Adds farms with the same equipment, rules and readings, under the same numbers. Returns their indexes. */
async function copyFarm({ db }: Store, { farmId }: Furnished, count: number): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const first = await takeNumbers(trx, 'farm', count);
    const ids = Array.from({ length: count }, (_, at) => first + at);
    const again = <Row extends { farm_id: number }>(rows: readonly Row[]) =>
      ids.flatMap((farm_id) => rows.map((row) => ({ ...row, farm_id })));
    const farm = await trx.selectFrom('farm').selectAll().where('farm_id', '=', farmId).execute();
    await trx.insertInto('farm').values(again(farm)).execute();
    const device = await trx.selectFrom('device').selectAll().where('farm_id', '=', farmId).execute();
    await trx.insertInto('device').values(again(device)).execute();
    const channel = await trx.selectFrom('channel').selectAll().where('farm_id', '=', farmId).execute();
    await trx.insertInto('channel').values(again(channel)).execute();
    const actuator = await trx.selectFrom('actuator').selectAll().where('farm_id', '=', farmId).execute();
    await trx.insertInto('actuator').values(again(actuator)).execute();
    const rule = await trx.selectFrom('rule').selectAll().where('farm_id', '=', farmId).execute();
    await trx.insertInto('rule').values(again(rule)).execute();
    await trx
      .insertInto('reading')
      .columns(['farm_id', 'channel_id', 'at', 'value', 'flag'])
      .expression((eb) =>
        eb
          .selectFrom('farm')
          .innerJoin('reading', (join) => join.on('reading.farm_id', '=', farmId))
          .where('farm.farm_id', '>=', first)
          .where('farm.farm_id', '<', first + count)
          .select(['farm.farm_id', 'reading.channel_id', 'reading.at', 'reading.value', 'reading.flag']),
      )
      .execute();
    return ids;
  });
}

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import type { RuleFields } from '#contract/control/rule.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { setActuator } from '#server/control/actuators.ts';
import { type ControllerEvents, type Controllers, createControllers } from '#server/control/engine/controllers.ts';
import { addRule } from '#server/control/rule-commands.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { createSimulatedController, type SimulatedController } from '#server/demo/simulated-controller.ts';
import { createDevice } from '#server/device/commands.ts';
import { channelsOf, formsOf } from '../../contract/examples-rule.ts';
import { aFarm } from '../../support/store.ts';

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
  const farms: FleetFarm[] = [];
  for (let made = 0; made < count; made += 1) {
    const { farmId, channels } = await furnishFarm(store, begin);
    const kind = made % KINDS;
    const simulated = createSimulatedController(resting, {
      now,
      events: {
        ack: (code, ack) => events?.ack(farmId, DEVICE, code, ack),
        state: (code, state) => events?.state(farmId, DEVICE, code, state),
      },
    });
    controllers.attach(farmId, DEVICE, simulated.controller);
    farms.push({ farmId, channels, kind, simulated });
  }
  const firsts = farms.slice(0, KINDS);
  for (let at = begin - backMs; at <= begin; at += PORTION_MS) {
    await report(store, firsts, at, Math.min(at + PORTION_MS, begin + MINUTE_MS));
  }
  for (const first of firsts) await copyReadings(store, first, farms);
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

/** Farms whose readings are copied by one statement. */
const COPIED = 100;

/** Gives the other farms of its kind the readings of a farm. */
async function copyReadings({ db }: Store, { farmId, kind }: Furnished, farms: readonly Furnished[]): Promise<void> {
  const others = farms.flatMap((one) => (one.kind === kind && one.farmId !== farmId ? [one.farmId] : []));
  for (let first = 0; first < others.length; first += COPIED) {
    await db
      .insertInto('reading')
      .columns(['farm_id', 'channel_id', 'at', 'value', 'flag'])
      .expression((eb) =>
        eb
          .selectFrom('channel as own')
          .innerJoin('channel as other', 'other.code', 'own.code')
          .innerJoin('reading', (join) =>
            join.onRef('reading.farm_id', '=', 'own.farm_id').onRef('reading.channel_id', '=', 'own.channel_id'),
          )
          .where('own.farm_id', '=', farmId)
          .where('other.farm_id', 'in', others.slice(first, first + COPIED))
          .select(['other.farm_id', 'other.channel_id', 'reading.at', 'reading.value', 'reading.flag']),
      )
      .execute();
  }
}

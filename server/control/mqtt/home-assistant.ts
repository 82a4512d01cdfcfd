import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { actuatorRows } from '#contract/control/actuator.ts';
import { channelTopics } from '#contract/control/controller/command.ts';
import { channelTypes, isActuator, isChannelType } from '#contract/series/sensor-types.ts';
import type { Config } from '../../config.ts';
import type { Queries } from '../../db/open.ts';
import { closeMqtt, openMqtt } from '../../ingest/mqtt-connection.ts';

/** Prefix of the discovery and status topics of Home Assistant. */
const PREFIX = 'homeassistant';
const STATUS = `${PREFIX}/status`;

type Discovery = {
  /** Announces new and renamed channels, and removes deleted ones. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Announces every channel to Home Assistant as a read-only sensor. There are no switches, because they would bypass
 * rights, interlocks and the log.
 */
export function announceToHomeAssistant(
  settings: NonNullable<Config['mqtt']>,
  { store, log }: { store: Queries; log: Logger },
): Discovery {
  const client = openMqtt(settings, log, { clientId: `onsil-discovery-${randomUUID()}`, clean: true });
  let announced = new Map<string, string>();
  const refresh = async (isAnew = false) => {
    if (!client.connected) return;
    const known = await entitiesOf(store);
    // An empty retained message deletes the announcement.
    for (const topic of announced.keys()) if (!known.has(topic)) client.publish(topic, '', { qos: 1, retain: true });
    for (const [topic, payload] of known) {
      if (isAnew || announced.get(topic) !== payload) client.publish(topic, payload, { qos: 1, retain: true });
    }
    announced = known;
  };
  const anew = () => {
    refresh(true).catch((error: unknown) =>
      log.error({ err: error }, 'Home Assistant could not be told what there is'),
    );
  };
  client.on('connect', () => {
    client.subscribe(STATUS, { qos: 1 });
    anew();
  });
  client.on('message', (topic, payload) => {
    if (topic === STATUS && payload.toString() === 'online') anew();
  });
  return { refresh: () => refresh(), stop: () => closeMqtt(client) };
}

/** Announcements for all farms: payload by topic. */
async function entitiesOf({ db }: Queries): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('channel')
    .innerJoin('device', (join) =>
      join.onRef('device.farm_id', '=', 'channel.farm_id').onRef('device.device_id', '=', 'channel.device_id'),
    )
    .innerJoin('farm', 'farm.farm_id', 'channel.farm_id')
    .select(['channel.farm_id as farmId', 'channel.channel_id as channel', 'channel.code', 'channel.type'])
    .select(['channel.name', 'channel.area_name as areaName', 'device.code as device', 'farm.name as farmName'])
    .where('channel.deleted_at', 'is', null)
    .where('device.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null)
    .orderBy('channel.farm_id')
    .orderBy('channel.channel_id')
    .execute();
  return new Map(rows.flatMap((row) => entityOf(row) ?? []));
}

type Row = {
  farmId: number;
  channel: number;
  code: string;
  type: string;
  name: string;
  areaName: string;
  device: string;
  farmName: string;
};

function entityOf({ farmId, channel, code, type, name, areaName, device, farmName }: Row) {
  if (!isChannelType(type)) return undefined;
  const id = `onsil_${farmId}_${channel}`;
  const common = {
    name: `${areaName} ${name}`.trim(),
    unique_id: id,
    device: { identifiers: [`onsil_${farmId}`], name: farmName, manufacturer: 'onsil' },
  };
  const topicOf = (component: 'sensor' | 'binary_sensor') => `${PREFIX}/${component}/onsil/${id}/config`;
  if (!isActuator(type)) {
    const { unit } = channelTypes[type];
    const measured = { state_class: 'measurement', ...(unit && { unit_of_measurement: unit }) };
    return [
      [
        topicOf('sensor'),
        JSON.stringify({
          ...common,
          state_topic: `farm/${farmId}/${device}/state`,
          value_template: readingTemplate(code),
          ...measured,
        }),
      ],
    ] as const;
  }
  const state_topic = channelTopics(farmId, device, code).state;
  if (actuatorRows[type].kind === 'position') {
    const value_template = '{{ value_json.levelPct }}';
    return [
      [topicOf('sensor'), JSON.stringify({ ...common, state_topic, value_template, unit_of_measurement: '%' })],
    ] as const;
  }
  const value_template = "{{ 'ON' if value_json.levelPct > 0 else 'OFF' }}";
  return [[topicOf('binary_sensor'), JSON.stringify({ ...common, state_topic, value_template })]] as const;
}

/**
 * A Jinja template for the value of a sensor in a message of its device, whose values stand beside each other or in a
 * list of readings (docs/controllers.md). One that names only other sensors leaves the state as it was.
 */
function readingTemplate(code: string): string {
  const key = JSON.stringify(code);
  const listed = `value_json.readings | default([]) | selectattr('sensor', 'eq', ${key}) | list`;
  return `{% set own = ${listed} %}{{ own[-1].value if own else value_json.get(${key}, this.state) }}`;
}

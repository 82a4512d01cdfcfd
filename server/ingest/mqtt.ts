import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { MAX_BATCH } from '#contract/device/ingest.ts';
import type { Config } from '../config.ts';
import type { DeviceCache } from '../device/device-cache.ts';
import type { Gate } from './accept.ts';

/** farm/{farm index}/{device code}/state */
const TOPIC = /^farm\/(\d+)\/([^/+#]+)\/state$/;
const SUBSCRIPTION = 'farm/+/+/state';

/**
 * The MQTT door. QoS 1 with a session the broker keeps: PUBACK goes out only after the readings are on the disk,
 * so what the server had not committed when it died is delivered again. A message that can never be stored is
 * acknowledged and logged, or it would come back for ever.
 */
export function connectMqtt(
  settings: NonNullable<Config['mqtt']>,
  { directory, gate, log, clientId }: { directory: DeviceCache; gate: Gate; log: Logger; clientId: string },
): MqttClient {
  const client = mqtt.connect(settings.url, {
    clientId,
    clean: false,
    username: settings.username,
    password: settings.password,
    reconnectPeriod: 2_000,
    // The subscription is part of the kept session; renewing it is harmless and survives a broker that lost it.
    resubscribe: true,
  });
  client.on('connect', () => {
    client.subscribe(SUBSCRIPTION, { qos: 1 }, (error) => {
      if (error) log.error({ err: error }, 'mqtt subscription refused');
      else log.info({ topic: SUBSCRIPTION }, 'mqtt connected');
    });
  });
  client.on('error', (error) => log.warn({ err: error }, 'mqtt'));
  // mqtt.js sends PUBACK when this calls back without an error, and nothing when it is called with one.
  client.handleMessage = (packet, done) => {
    storeMessage(packet.topic, packet.payload, { directory, gate, log }).then(
      () => done(),
      (error: unknown) => {
        log.error({ err: error, topic: packet.topic }, 'mqtt message not stored; the broker will send it again');
        // Without an acknowledgement the broker redelivers only on a new connection.
        client.reconnect();
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  };
  return client;
}

async function storeMessage(
  topic: string,
  payload: Buffer | string,
  { directory, gate, log }: { directory: DeviceCache; gate: Gate; log: Logger },
): Promise<void> {
  const [, farmText, code] = TOPIC.exec(topic) ?? [];
  const device = farmText && code ? await directory.byTopic(Number(farmText), code) : undefined;
  if (!device) {
    log.warn({ topic }, 'mqtt message of an unknown device');
    return;
  }
  const readings = readingsIn(payload.toString());
  if (!readings) {
    log.warn({ topic }, 'mqtt message is not a reading');
    return;
  }
  for (let from = 0; from < readings.length; from += MAX_BATCH) {
    const { refused, problems } = await gate.accept(device, readings.slice(from, from + MAX_BATCH));
    if (refused > 0) log.warn({ topic, refused, first: problems[0] }, 'mqtt readings refused');
  }
}

/**
 * The readings of a message: `{"readings":[…]}` as over HTTP, or the flat state of a node,
 * `{"at":"…","temp":21.4,"humid":63}`, whose other members are sensor codes.
 */
export function readingsIn(text: string): unknown[] | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined;
  if ('readings' in message) return Array.isArray(message.readings) ? message.readings : undefined;
  const at = 'at' in message ? message.at : undefined;
  const flat = Object.entries(message).filter(([name, value]) => name !== 'at' && typeof value === 'number');
  return flat.length > 0 ? flat.map(([sensor, value]) => ({ sensor, value, at })) : undefined;
}

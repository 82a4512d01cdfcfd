import mqtt, { type ErrorWithReasonCode, type IPublishPacket, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { MAX_BATCH, MAX_MESSAGE_BYTES, type Refusal } from '#contract/device/ingest.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import type { Config } from '../config.ts';
import type { DeviceCache } from '../device/device-cache.ts';
import type { Arrival, Gate } from './accept.ts';
import { subscribeToStates } from './mqtt-subscription.ts';

/** farm/{farm index}/{device code}/state. An index has one spelling, so that a broker's access list can name it. */
const TOPIC = /^farm\/([1-9]\d{0,14})\/([^/+#]+)\/state$/;

/** After a refused or broken connection, and before a message whose readings could not be stored is asked for again. */
const RECONNECT_MS = 2 * SECOND_MS;

/** "Unacceptable protocol version" of MQTT 3.1.1 and "unsupported protocol version" of MQTT 5. */
const VERSION_REFUSED: readonly number[] = [0x01, 0x84];

export type MqttDeps = {
  directory: DeviceCache;
  gate: Gate;
  log: Logger;
  clientId: string;
  now(): number;
  /** How often the subscription is made anew, ms; half a minute unless a test says otherwise. */
  renewMs?: number;
};

/**
 * The MQTT door. QoS 1 with a session the broker keeps: PUBACK goes out only after the readings are on the disk,
 * so what the server had not committed when it died is delivered again. A message that can never be stored is
 * acknowledged, counted as refused and logged, or it would come back for ever. Speaks MQTT 5, and 3.1.1 with a broker
 * that knows nothing newer.
 */
export function connectMqtt(
  { url, username, password }: NonNullable<Config['mqtt']>,
  { directory, gate, log, clientId, now, renewMs }: MqttDeps,
): MqttClient {
  const client = mqtt.connect(url, {
    clientId,
    username,
    password,
    protocolVersion: 5,
    clean: false,
    // Without it MQTT 5 would end the session with the connection.
    properties: { sessionExpiryInterval: 0xffff_ffff },
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    // The subscription is made anew with every connection.
    resubscribe: false,
  });
  const arrivalOf = subscribeToStates(client, { log, now, renewMs });
  client.on('error', (error: Error | ErrorWithReasonCode) => {
    log.warn({ err: error }, 'mqtt');
    const isRefused = 'code' in error && typeof error.code === 'number' && VERSION_REFUSED.includes(error.code);
    if (isRefused) client.options.protocolVersion = 4;
  });
  // mqtt.js sends PUBACK when this calls back without an error, and nothing when it is called with one.
  client.handleMessage = (packet, done) => {
    storeMessage(packet, arrivalOf(packet), { directory, gate, log }).then(
      () => done(),
      (error: unknown) => {
        log.error({ err: error, topic: packet.topic }, 'mqtt message not stored; the broker will send it again');
        // Without an acknowledgement the broker redelivers only on a new connection, which comes after RECONNECT_MS.
        client.stream.destroy();
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  };
  return client;
}

async function storeMessage(
  { topic, payload }: IPublishPacket,
  arrival: Arrival,
  { directory, gate, log }: Pick<MqttDeps, 'directory' | 'gate' | 'log'>,
): Promise<void> {
  const [, farmText, code] = TOPIC.exec(topic) ?? [];
  const device = farmText && code ? await directory.byTopic(Number(farmText), code) : undefined;
  if (!device) {
    log.warn({ topic }, 'mqtt message of an unknown device');
    return;
  }
  const readings = readingsIn(payload);
  if (typeof readings === 'string') {
    gate.refuse(device, readings);
    log.warn({ topic, reason: readings }, 'mqtt message refused');
    return;
  }
  for (let from = 0; from < readings.length; from += MAX_BATCH) {
    const { refused, problems } = await gate.accept(device, readings.slice(from, from + MAX_BATCH), arrival);
    if (refused > 0) log.warn({ topic, refused, first: problems[0] }, 'mqtt readings refused');
  }
}

/**
 * The readings of a message: `{"readings":[…]}` as over HTTP, or the flat state of a node,
 * `{"at":"…","temp":21.4,"humid":63}`, whose other members are sensor codes. Why there are none otherwise; a message
 * that is too large is not looked into.
 */
export function readingsIn(payload: Buffer | string): unknown[] | Refusal {
  if (payload.length > MAX_MESSAGE_BYTES) return 'TOO_LARGE';
  let message: unknown;
  try {
    message = JSON.parse(payload.toString());
  } catch {
    return 'MALFORMED';
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return 'MALFORMED';
  if ('readings' in message) return Array.isArray(message.readings) ? message.readings : 'MALFORMED';
  const at = 'at' in message ? message.at : undefined;
  const flat = Object.entries(message).filter(([name, value]) => name !== 'at' && typeof value === 'number');
  return flat.length > 0 ? flat.map(([sensor, value]) => ({ sensor, value, at })) : 'MALFORMED';
}

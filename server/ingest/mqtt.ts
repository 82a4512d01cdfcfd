import type { IPublishPacket, MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { type ActuatorState, actuatorState } from '#contract/control/controller/command.ts';
import { MAX_BATCH, MAX_MESSAGE_BYTES, type Refusal } from '#contract/device/ingest.ts';
import type { Config } from '../config.ts';
import type { DeviceCache } from '../device/device-cache.ts';
import type { Arrival, Gate } from './accept.ts';
import { openMqtt } from './mqtt-connection.ts';
import { subscribeToStates } from './mqtt-subscription.ts';

/**
 * farm/{farm index}/{device code}/state, and with one more level the state of an actuator by its code. The index has no
 * leading zeros, so that a broker's access list can name the topic.
 */
const TOPIC = /^farm\/([1-9]\d{0,14})\/([^/+#]+)(?:\/([^/+#]+))?\/state$/;

export type MqttDeps = {
  directory: DeviceCache;
  gate: Gate;
  log: Logger;
  clientId: string;
  now(): number;
  /** False for a controller that reports that its clock is not set: its states are refused as undated. */
  knowsTime?(farmId: number, device: string): boolean;
  /** How often the subscription is renewed, ms; the default is half a minute. */
  renewMs?: number;
};

/**
 * Ingest over MQTT, with QoS 1 and a persistent session: PUBACK is sent only after the readings are on the disk, so the
 * broker delivers again what was not committed at a crash. A message that can never be stored is acknowledged, counted
 * as refused and logged; otherwise it would come back for ever.
 */
export function connectMqtt(settings: NonNullable<Config['mqtt']>, { clientId, ...deps }: MqttDeps): MqttClient {
  const { log } = deps;
  const client = openMqtt(settings, log, {
    clientId,
    clean: false,
    // Without it an MQTT 5 session would end with the connection.
    properties: { sessionExpiryInterval: 0xffff_ffff },
  });
  const arrivalOf = subscribeToStates(client, deps);
  // mqtt.js sends PUBACK when `done` is called without an error, and nothing when it is called with one.
  client.handleMessage = (packet, done) => {
    storeMessage(packet, arrivalOf(packet), deps).then(
      () => done(),
      (error: unknown) => {
        log.error({ err: error, topic: packet.topic }, 'mqtt message not stored; the broker will send it again');
        // Without an acknowledgement the broker delivers again only on a new connection.
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
  { directory, gate, log, knowsTime }: Pick<MqttDeps, 'directory' | 'gate' | 'log' | 'knowsTime'>,
): Promise<void> {
  const [, farmText, code, actuator] = TOPIC.exec(topic) ?? [];
  const device = farmText && code ? await directory.byTopic(Number(farmText), code) : undefined;
  if (!device) {
    log.warn({ topic }, 'mqtt message of an unknown device');
    return;
  }
  const isTimeless = actuator !== undefined && code !== undefined && knowsTime?.(Number(farmText), code) === false;
  const readings = isTimeless ? 'UNDATED' : actuator ? readingOfState(actuator, payload) : readingsIn(payload);
  if (typeof readings === 'string') {
    await gate.refuse(device, readings);
    log.warn({ topic, reason: readings }, 'mqtt message refused');
    return;
  }
  for (let from = 0; from < readings.length; from += MAX_BATCH) {
    const { refused, problems } = await gate.accept(device, readings.slice(from, from + MAX_BATCH), arrival);
    if (refused > 0) log.warn({ topic, refused, first: problems[0] }, 'mqtt readings refused');
  }
}

/** The state of an actuator is stored as a reading of its channel. */
function readingOfState(code: string, payload: Buffer | string): unknown[] | Refusal {
  if (payload.length > MAX_MESSAGE_BYTES) return 'TOO_LARGE';
  const state = readState(payload);
  return state ? [{ sensor: code, value: state.levelPct, at: state.at }] : 'MALFORMED';
}

function readState(payload: Buffer | string): ActuatorState | undefined {
  try {
    return actuatorState.safeParse(JSON.parse(payload.toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * The readings of a message: `{"readings":[…]}` as over HTTP, or the flat state of a node,
 * `{"at":"…","temp":21.4,"humid":63}`, whose other members are sensor codes. Returns the reason when there are none; a
 * message that is too large is not parsed.
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

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
 * farm/{farm index}/{device code}/state, and below the device the same of an actuator by its code. An index has one
 * spelling, so that a broker's access list can name it.
 */
const TOPIC = /^farm\/([1-9]\d{0,14})\/([^/+#]+)(?:\/([^/+#]+))?\/state$/;

export type MqttDeps = {
  directory: DeviceCache;
  gate: Gate;
  log: Logger;
  clientId: string;
  now(): number;
  /** False for a controller that says that it does not know the time: what it dates is not dated. */
  knowsTime?(farmId: number, device: string): boolean;
  /** How often the subscription is made anew, ms; half a minute unless a test says otherwise. */
  renewMs?: number;
};

/**
 * The MQTT door. QoS 1 with a session the broker keeps: PUBACK goes out only after the readings are on the disk,
 * so what the server had not committed when it died is delivered again. A message that can never be stored is
 * acknowledged, counted as refused and logged, or it would come back for ever.
 */
export function connectMqtt(settings: NonNullable<Config['mqtt']>, { clientId, ...deps }: MqttDeps): MqttClient {
  const { log } = deps;
  const client = openMqtt(settings, log, {
    clientId,
    clean: false,
    // Without it MQTT 5 would end the session with the connection.
    properties: { sessionExpiryInterval: 0xffff_ffff },
  });
  const arrivalOf = subscribeToStates(client, deps);
  // mqtt.js sends PUBACK when this calls back without an error, and nothing when it is called with one.
  client.handleMessage = (packet, done) => {
    storeMessage(packet, arrivalOf(packet), deps).then(
      () => done(),
      (error: unknown) => {
        log.error({ err: error, topic: packet.topic }, 'mqtt message not stored; the broker will send it again');
        // Without an acknowledgement the broker redelivers only on a new connection.
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
    gate.refuse(device, readings);
    log.warn({ topic, reason: readings }, 'mqtt message refused');
    return;
  }
  for (let from = 0; from < readings.length; from += MAX_BATCH) {
    const { refused, problems } = await gate.accept(device, readings.slice(from, from + MAX_BATCH), arrival);
    if (refused > 0) log.warn({ topic, refused, first: problems[0] }, 'mqtt readings refused');
  }
}

/** What a controller reports of an actuator is a reading of it, too. */
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

import mqtt, { type ErrorWithReasonCode, type IClientOptions, type MqttClient } from 'mqtt';
import { channelTopics, deviceTopics, PROTOCOL_VERSION } from '#contract/control/controller/command.ts';
import type { Clock } from './clock.ts';
import { type Controller, handleBeat, handleCommand, handleDocument, reportAll } from './controller.ts';

type LinkDeps = {
  url: string;
  username: string | undefined;
  password: string | undefined;
  farm: number;
  device: string;
  bootId: string;
  clock: Clock;
  controller: Controller;
  log(what: object): void;
};

type Link = {
  /** Queues readings while there is no connection; they have no time when the clock is unknown. */
  readings(values: Readonly<Record<string, number | null>>): void;
  /** Publishes the availability when it has changed, including the trust in the clock. */
  tellAvailability(): void;
  close(): Promise<void>;
};

const RECONNECT_MS = 2_000;
/** A dead connection is detected after 1.5 times this, s. */
const KEEPALIVE_SEC = 20;
/** Most queued readings: a day of ten sensors each two minutes; and most readings in one message. */
const MOST_KEPT = 7_200;
const MOST_SENT = 1_000;
const VERSION_REFUSED: readonly number[] = [0x01, 0x84];

/**
 * Connects a controller. With clean start and a session that ends with the connection, a command that waited at the
 * broker is never executed. Retain As Published shows whether a command was retained (control.md sections 5.2, 11.12).
 */
export function connectLink(deps: LinkDeps): Link {
  const { farm, device, clock, controller, log } = deps;
  const topics = deviceTopics(farm, device);
  const client = mqtt.connect(deps.url, optionsOf(deps, topics.availability));
  let kept: object[] = [];
  let available = '';

  const say = (topic: string, payload: object, retain: boolean, done?: () => void) =>
    client.publish(topic, JSON.stringify(payload), { qos: 1, retain }, (error) => {
      if (!error) done?.();
    });
  const tellAvailability = () => {
    const fingerprint = availabilityOf(deps, 'online');
    if (!client.connected || fingerprint === available) return;
    available = fingerprint;
    client.options.will = willOf(deps, topics.availability);
    client.publish(topics.availability, fingerprint, { qos: 1, retain: true });
  };
  const flush = () => {
    while (client.connected && kept.length > 0) {
      say(`farm/${farm}/${device}/state`, { readings: kept.slice(0, MOST_SENT) }, false);
      kept = kept.slice(MOST_SENT);
    }
  };

  controller.reporter.publisher = {
    ack(code, ack, done) {
      if (client.connected) say(channelTopics(farm, device, code).ack, onWire(ack), false, done);
    },
    state(code, state) {
      if (client.connected) say(channelTopics(farm, device, code).state, onWire(state), true);
    },
    control(version, term) {
      if (client.connected) say(topics.controlAck, { v: PROTOCOL_VERSION, version, term }, true);
    },
  };
  client.on('connect', () => {
    client.subscribe(
      [`farm/${farm}/${device}/+/set`, topics.control, topics.beat, topics.sync],
      { qos: 1, rap: true },
      // Before it is answered, a command can pass unheard.
      (error) => log(error ? { problem: 'subscription refused', why: error.message } : { link: 'up' }),
    );
    available = '';
    tellAvailability();
    reportAll(controller);
    flush();
  });
  client.on('offline', () => log({ link: 'down' }));
  logTrouble(client, log);
  client.on('message', (topic, payload, { retain }) => {
    hear(deps, topic, payload, retain);
    tellAvailability();
  });

  return {
    tellAvailability,
    readings(values) {
      const isDated = clock.trust() !== 'none';
      const at = new Date(clock.at()).toISOString();
      const taken = Object.entries(values).flatMap(([sensor, value]) =>
        value === null ? [] : [{ sensor, value, ...(isDated && { at }) }],
      );
      if (isDated || client.connected) kept = [...kept, ...taken].slice(-MOST_KEPT);
      flush();
    },
    async close() {
      if (client.connected) {
        await client.publishAsync(topics.availability, availabilityOf(deps, 'offline'), { qos: 1, retain: true });
      }
      await client.endAsync(!client.connected);
    },
  };
}

/** Logs a connection problem once, not at every retry; switches the protocol for an old broker. */
function logTrouble(client: MqttClient, log: LinkDeps['log']): void {
  let trouble = '';
  client.on('connect', () => {
    trouble = '';
  });
  client.on('error', (error: Error | ErrorWithReasonCode) => {
    if (String(error) !== trouble) log({ problem: 'mqtt', why: String(error) });
    trouble = String(error);
    const isOld = 'code' in error && typeof error.code === 'number' && VERSION_REFUSED.includes(error.code);
    if (isOld) client.options.protocolVersion = 4;
  });
}

function hear({ farm, device, controller }: LinkDeps, topic: string, payload: Buffer, isRetained: boolean): void {
  // An empty payload deletes a retained message.
  if (payload.length === 0) return;
  const { control, beat, sync } = deviceTopics(farm, device);
  const [, , , code = '', verb] = topic.split('/');
  const said = read(payload);
  if (topic === control) void handleDocument(controller, said);
  else if (topic === beat && !isRetained) handleBeat(controller, said);
  else if (topic === sync && !isRetained) reportAll(controller);
  else if (verb === 'set') void handleCommand(controller, code, said, isRetained);
}

function optionsOf(deps: LinkDeps, topic: string): IClientOptions {
  return {
    clientId: `onsil-${deps.farm}-${deps.device}`,
    username: deps.username,
    password: deps.password,
    protocolVersion: 5,
    clean: true,
    properties: { sessionExpiryInterval: 0 },
    keepalive: KEEPALIVE_SEC,
    connectTimeout: 10_000,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    will: willOf(deps, topic),
  };
}

function willOf(deps: LinkDeps, topic: string): NonNullable<MqttClient['options']['will']> {
  return { topic, payload: Buffer.from(availabilityOf(deps, 'offline')), qos: 1, retain: true };
}

function availabilityOf({ bootId, clock, controller }: LinkDeps, status: 'online' | 'offline'): string {
  const { term, document } = controller.core;
  const known = { term, version: document?.version ?? 0 };
  return JSON.stringify({ status, bootId, protocol: PROTOCOL_VERSION, clock: clock.trust(), ...known });
}

/** Converts instants to ISO 8601. */
function onWire(said: { at: number; endsAt: number | null }): object {
  const { at, endsAt } = said;
  const iso = (instant: number) => new Date(instant).toISOString();
  return { ...said, at: iso(at), endsAt: endsAt === null ? null : iso(endsAt) };
}

function read(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined; // The receiver answers that it is malformed.
  }
}

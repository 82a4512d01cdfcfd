import { randomUUID } from 'node:crypto';
import type { IPublishPacket, MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import {
  ack,
  actuatorState,
  availability,
  controlAck,
  PROTOCOL_VERSION,
} from '#contract/control/controller/command.ts';
import { reservedCodes } from '#contract/control/controller/reserved-codes.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Config } from '../../config.ts';
import type { CachedDevice, DeviceCache } from '../../device/device-cache.ts';
import { closeMqtt, openMqtt } from '../../ingest/mqtt-connection.ts';
import type { ControllerEvents, Controllers } from '../engine/controllers.ts';
import { type Announced, createLink, type Link, type LinkDeps } from './link.ts';
import { type ControllerTopic, readTopic } from './topic.ts';

/** A state measured longer ago does not describe the present, ms. */
const STATE_OLD_MS = 3 * MINUTE_MS;
/** Largest message of a controller. */
const MAX_BYTES = 16_384;
/** The broker detects a lost server after 1.5 times this, s. */
const KEEPALIVE_SEC = 15;

/** Result of a message: taken, or why not. */
type Outcome = 'taken' | 'malformed' | 'retained' | 'stale' | 'unknown' | 'unannounced' | 'reserved' | 'occupied';

export type DoorDeps = {
  directory: DeviceCache;
  controllers: Controllers;
  events: ControllerEvents;
  log: Logger;
  now(): number;
  /** Monotonic clock, ms. */
  monotonic(): number;
  /** Counts incoming messages, and those that the broker refused to pass on. */
  onMessage(kind: ControllerTopic['kind'] | 'sent', outcome: Outcome | 'refused'): void;
};

type ControllerDoor = {
  /** false for a controller that reports no known time; true without a connected one. */
  knowsTime(farmId: number, device: string): boolean;
  stop(): Promise<void>;
};

/**
 * The connection to controllers over MQTT. Its session is clean on both sides: a message that could not be sent is
 * never sent later, and no queued message is received. A controller is connected from its first message after its
 * announcement until it or the broker says offline, or it becomes silent.
 */
export function openControllers(settings: NonNullable<Config['mqtt']>, deps: DoorDeps): ControllerDoor {
  const client = openMqtt(settings, deps.log, {
    clientId: `onsil-control-${randomUUID()}`,
    clean: true,
    keepalive: KEEPALIVE_SEC,
  });
  const links = createLinks(deps, publisher(client, deps));
  client.on('connect', () => listen(client, deps.log));
  client.on('close', () => {
    links.dropAll();
    // The client would resend unacknowledged messages on the next connection.
    for (const id of Object.keys(client.outgoing)) client.removeOutgoingMessage(Number(id));
  });
  // Handles messages one by one, so that a state cannot overtake the acknowledgement before it.
  client.handleMessage = (packet, done) => {
    const topic = readTopic(packet.topic);
    const take = topic ? links.take(topic, packet) : Promise.resolve<Outcome>('unknown');
    take.then(
      (outcome) => {
        deps.onMessage(topic?.kind ?? 'state', outcome);
        if (outcome !== 'taken') deps.log.debug({ topic: packet.topic, outcome }, 'message of a controller refused');
        done();
      },
      (error: unknown) => {
        deps.log.error({ err: error, topic: packet.topic }, 'message of a controller could not be looked at');
        done();
      },
    );
  };
  return { knowsTime: links.knowsTime, stop: () => closeMqtt(client) };
}

/** Retained states are not requested: they may be old, and `sync` brings the present ones. */
function listen(client: MqttClient, log: Logger): void {
  const refused = (error: Error | null) => {
    if (error && client.connected) log.error({ err: error }, 'mqtt subscription of controllers refused');
  };
  client.subscribe('farm/+/+/availability', { qos: 1, rap: false, rh: 0 }, refused);
  client.subscribe('farm/+/+/+/state', { qos: 1, rap: false, rh: 2 }, refused);
  // Retain as published, because a retained acknowledgement must be refused.
  client.subscribe('farm/+/+/+/ack', { qos: 1, rap: true, rh: 0 }, refused);
}

function publisher(client: MqttClient, { now, log, onMessage }: DoorDeps): LinkDeps['publish'] {
  return (topic, payload, { qos, retain, expiresAt, onDelivered }) => {
    if (!client.connected) return;
    const leftSec = expiresAt === undefined ? undefined : Math.ceil((expiresAt - now()) / SECOND_MS);
    const properties = leftSec === undefined ? {} : { properties: { messageExpiryInterval: leftSec } };
    client.publish(topic, JSON.stringify(payload), { qos, retain, ...properties }, (error) => {
      if (!error) return onDelivered?.();
      // The close event reports a broken connection.
      if (!client.connected) return;
      onMessage('sent', 'refused');
      log.warn({ err: error, topic }, 'the broker does not pass it on');
    });
  };
}

function createLinks(deps: DoorDeps, publish: LinkDeps['publish']) {
  const { directory, controllers, events, log, now, monotonic } = deps;
  const links = new Map<string, { of: ControllerTopic; link: Link }>();
  const nameOf = ({ farmId, device }: { farmId: number; device: string }) => `${farmId}/${device}`;
  let connection = 0;

  const drop = (of: ControllerTopic) => {
    const found = links.get(nameOf(of));
    if (!found) return;
    links.delete(nameOf(of));
    controllers.detach(of.farmId, of.device, found.link.controller);
    events.link(of.farmId, of.device, found.link.announced.term);
  };
  /** The link of a controller that has not restarted continues. */
  const announce = (of: ControllerTopic, announced: Announced): Link | undefined => {
    const known = links.get(nameOf(of))?.link;
    if (known && known.announced.bootId === announced.bootId) {
      known.renew(announced);
      return known;
    }
    drop(of);
    const link = createLink(of, announced, { publish, now, monotonic });
    if (!controllers.offer(of.farmId, of.device, link.controller)) return undefined;
    links.set(nameOf(of), { of, link });
    return link;
  };
  const noteHeard = ({ farmId, device }: ControllerTopic, link: Link) => {
    if (link.heard()) events.link(farmId, device, link.announced.term);
  };

  const announcement = (of: ControllerTopic, device: CachedDevice, packet: IPublishPacket): Outcome => {
    const word = readAvailability(packet.payload);
    if (word === undefined) return 'malformed';
    // One that is only online is connected, but without a protocol version for commands.
    if (word === 'offline' || word === 'online' || word.protocol !== PROTOCOL_VERSION) {
      drop(of);
      return 'taken';
    }
    const taken = reservedCodes.filter((code) => device.byCode.has(code));
    if (taken.length > 0) {
      log.warn({ device: nameOf(of), codes: taken }, 'a channel has a code that controllers use: it must be renamed');
      drop(of);
      return 'reserved';
    }
    const link = announce(of, word);
    if (!link) return 'occupied';
    events.link(of.farmId, of.device, word.term);
    if (!packet.retain) noteHeard(of, link);
    return 'taken';
  };

  return {
    async take(of: ControllerTopic, packet: IPublishPacket): Promise<Outcome> {
      if (packet.payload.length > MAX_BYTES) return 'malformed';
      const cameOn = connection;
      const device = await directory.byTopic(of.farmId, of.device);
      // A link made of it would outlive its connection, and not ask for states on the next one.
      if (cameOn !== connection) return 'unannounced';
      if (!device) {
        // Until it is silent, the engine can tell it that its device was deleted, and what runs there ends.
        if (!links.get(nameOf(of))?.link.controller.isReachable()) drop(of);
        return 'unknown';
      }
      if (of.kind === 'availability') return announcement(of, device, packet);
      const link = links.get(nameOf(of))?.link;
      if (!link) return 'unannounced';
      if (of.kind !== 'control-ack' && !device.byCode.has(of.code)) return 'unknown';
      const outcome = spoken(of, link, packet, deps);
      if (outcome === 'taken' && !packet.retain) noteHeard(of, link);
      return outcome;
    },
    knowsTime(farmId: number, device: string): boolean {
      return links.get(nameOf({ farmId, device }))?.link.announced.clock !== 'none';
    },
    dropAll(): void {
      connection += 1;
      for (const { of } of [...links.values()]) drop(of);
    },
  };
}

/** Handles a message of a known controller. */
function spoken(
  of: Exclude<ControllerTopic, { kind: 'availability' }>,
  link: Link,
  { payload, retain }: IPublishPacket,
  { events, now }: Pick<DoorDeps, 'events' | 'now'>,
): Outcome {
  if (of.kind === 'control-ack') {
    const taken = read(controlAck, payload);
    if (!taken) return 'malformed';
    link.taken(taken.version);
    events.link(of.farmId, of.device, taken.term);
    return 'taken';
  }
  if (retain) return 'retained';
  const noteClock = (at: number) => {
    if (link.announced.clock === 'ntp') events.clock(of.farmId, of.device, at);
  };
  if (of.kind === 'ack') {
    const answer = read(ack, payload);
    if (!answer) return 'malformed';
    noteClock(answer.at);
    events.ack(of.farmId, of.device, of.code, answer);
    return 'taken';
  }
  const state = read(actuatorState, payload);
  if (!state) return 'malformed';
  noteClock(state.at);
  if (link.announced.clock !== 'none' && now() - state.at > STATE_OLD_MS) return 'stale';
  events.state(of.farmId, of.device, of.code, state);
  return 'taken';
}

/** Parses an availability message: JSON, or a single word from simple devices. */
function readAvailability(payload: Buffer | string): Announced | 'online' | 'offline' | undefined {
  const text = payload.toString().trim();
  if (text === 'online' || text === 'offline') return text;
  const value = json(text);
  const isOffline = typeof value === 'object' && value !== null && Reflect.get(value, 'status') === 'offline';
  // A last will may contain only the status.
  return isOffline ? 'offline' : availability.safeParse(value).data;
}

function read<Schema extends z.ZodMiniType>(schema: Schema, payload: Buffer | string): z.output<Schema> | undefined {
  return schema.safeParse(json(payload.toString())).data;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

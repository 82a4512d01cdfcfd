import { randomInt } from 'node:crypto';
import type { IPublishPacket, MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time/time.ts';
import type { Arrival } from './accept.ts';

/** The states of devices, and of the actuators of a controller. */
const TOPICS = ['farm/+/+/state', 'farm/+/+/+/state'];
/** How often the subscription is renewed. A message under an identifier of up to twice this age counts as live. */
const RENEW_MS = 30 * SECOND_MS;
/** Subscription identifiers have 28 bits (MQTT 5, section 3.8.2.1.2) and begin with 1. */
const MAX_IDENTIFIER = 268_435_455;

/**
 * Keeps a client subscribed to the states of all devices; the returned function tells whether a message was published
 * just now. A broker does not say how long a message has waited, but it adds the identifier of the subscription that
 * was active when the message was published. We use a new identifier with every connection and every RENEW_MS, so an
 * identifier gives the earliest time of the message. Retained and repeated messages are never live. A broker without
 * identifiers (MQTT 3.1.1) has no live messages. See docs/decisions/010.
 */
export function subscribeToStates(
  client: MqttClient,
  { log, now, renewMs = RENEW_MS }: { log: Logger; now(): number; renewMs?: number | undefined },
): (packet: IPublishPacket) => Arrival {
  const liveMs = 2 * renewMs;
  /** The identifiers of this connection with their times. */
  const issued = new Map<number, number>();
  let isIdentified = false;
  let renewal: NodeJS.Timeout | undefined;

  function subscribe(isFirst: boolean): void {
    const at = now();
    const identifier = isIdentified ? randomInt(1, MAX_IDENTIFIER + 1) : undefined;
    // Does not request retained messages (rh), and keeps their mark (rap): a bridge may still forward old ones.
    const options = { qos: 1, rh: 2, rap: true } as const;
    const properties = identifier === undefined ? {} : { properties: { subscriptionIdentifier: identifier } };
    if (identifier !== undefined) issued.set(identifier, at);
    client.subscribe(TOPICS, { ...options, ...properties }, (error) => {
      if (error) log.error({ err: error }, 'mqtt subscription refused');
      else if (isFirst) log.info({ topics: TOPICS, version: client.options.protocolVersion }, 'mqtt connected');
    });
    for (const [known, issuedAt] of issued) if (at - issuedAt > liveMs) issued.delete(known);
  }

  client.on('connect', ({ properties }) => {
    issued.clear();
    clearInterval(renewal);
    // An MQTT 5 broker supports identifiers unless it says otherwise.
    const isMqtt5 = client.options.protocolVersion === 5;
    isIdentified = isMqtt5 && properties?.subscriptionIdentifiersAvailable !== false;
    subscribe(true);
    if (isIdentified) renewal = setInterval(() => subscribe(false), renewMs);
  });
  client.on('close', () => {
    issued.clear();
    clearInterval(renewal);
  });

  return ({ retain, dup, properties }) => {
    const under = [properties?.subscriptionIdentifier ?? []].flat();
    const isRecent = under.some((identifier) => {
      const issuedAt = issued.get(identifier);
      return issuedAt !== undefined && now() - issuedAt <= liveMs;
    });
    return isRecent && !retain && !dup ? 'live' : 'delayed';
  };
}

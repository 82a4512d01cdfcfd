import { randomInt } from 'node:crypto';
import type { IPublishPacket, MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time/time.ts';
import type { Arrival } from './accept.ts';

/** Of devices, and of what a controller moves. */
const TOPICS = ['farm/+/+/state', 'farm/+/+/+/state'];
/** How often the subscription is made anew. A message published at most twice as long ago counts as live. */
const RENEW_MS = 30 * SECOND_MS;
/** Identifiers have 28 bits (MQTT 5, section 3.8.2.1.2) and begin with 1. */
const MAX_IDENTIFIER = 268_435_455;

/**
 * Keeps a client subscribed to the states of all devices; the returned function tells of a message whether it was
 * published just now. A broker does not say how long a message has waited, but it adds the identifier of the
 * subscription the message was published under. Ours gets a new one with every connection and every RENEW_MS, and so an
 * identifier says since when at the earliest. Retained messages and repeated ones are never live. Where a broker
 * knows no identifiers (MQTT 3.1.1) nothing is. See docs/decisions/010.
 */
export function subscribeToStates(
  client: MqttClient,
  { log, now, renewMs = RENEW_MS }: { log: Logger; now(): number; renewMs?: number | undefined },
): (packet: IPublishPacket) => Arrival {
  const liveMs = 2 * renewMs;
  /** Identifiers of this connection with when they were given out. */
  const issued = new Map<number, number>();
  let isIdentified = false;
  let renewal: NodeJS.Timeout | undefined;

  function subscribe(isFirst: boolean): void {
    const at = now();
    const identifier = isIdentified ? randomInt(1, MAX_IDENTIFIER + 1) : undefined;
    // Retained messages are not asked for (rh), and those of others keep their mark (rap): a bridge may bring old ones.
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
    // A broker of MQTT 5 knows identifiers unless it says that it does not.
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

import mqtt, { type MqttClient } from 'mqtt';
import * as z from 'zod/mini';
import { acceptCommand } from '#contract/control/controller/accept-command.ts';
import {
  type Ack,
  ack,
  actuatorState,
  beat,
  type ControlDocument,
  channelTopics,
  controlDocument,
  deviceTopics,
} from '#contract/control/controller/command.ts';
import { advanceCore, type ControllerCore, restartedCore, withDocument } from '#contract/control/controller/core.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { onCleanup } from '../on-cleanup.ts';

/** Interval at which outputs are checked, ms of the test's clock. */
const TICK_MS = 25;

type Given = { farmId: number; device: string; codes: readonly string[]; now(): number };

/**
 * A simulated controller on a real broker, with simulated outputs. It uses the given clock, publishes changes, and
 * records what it receives.
 */
export async function aController(url: string, { farmId, device, codes, now }: Given) {
  const topics = deviceTopics(farmId, device);
  const channels = new Map(codes.map((code): [string, string] => [channelTopics(farmId, device, code).set, code]));
  let core: ControllerCore = restartedCore(null, codes, now());
  const boot = { bootId: 'boot-1', protocol: 1, clock: 'ntp' } as const;
  const word = (status: string) =>
    JSON.stringify({ ...boot, status, term: core.term, version: core.document?.version ?? 0 });
  const said = new Map<string, { word: string; at: number }>();
  const heard = {
    commands: [] as { code: string; payload: unknown; isRetained: boolean; expirySec: number | undefined }[],
    documents: [] as ControlDocument[],
    answers: [] as Ack[],
    /** Every level of each output, in order. */
    levels: new Map<string, number[]>(codes.map((code) => [code, [0]])),
  };

  const client = mqtt.connect(url, {
    protocolVersion: 5,
    clean: true,
    keepalive: 5,
    reconnectPeriod: 50,
    resubscribe: false,
    will: { topic: topics.availability, payload: Buffer.from(word('offline')), qos: 1, retain: true },
  });
  client.on('error', () => {});
  const publish = (topic: string, text: string, retain: boolean) => {
    if (client.connected) client.publish(topic, text, { qos: 1, retain });
  };
  const publishStates = (isAsked: boolean) => {
    for (const [code, { levelPct, targetPct, run, id, endsAt, source, fault }] of Object.entries(core.outputs)) {
      const levels = heard.levels.get(code) ?? [];
      if (levels.at(-1) !== levelPct) levels.push(levelPct);
      const last = said.get(code);
      const same = JSON.stringify([levelPct, targetPct, run, id, endsAt, source, fault]);
      if (!isAsked && last?.word === same && now() - last.at < MINUTE_MS) continue;
      said.set(code, { word: same, at: now() });
      const at = now();
      const state = z.encode(actuatorState, {
        v: 1,
        at,
        levelPct,
        targetPct,
        isMoving: levelPct !== targetPct,
        isEstimated: false,
        run,
        id,
        endsAt: endsAt === null ? null : at + (endsAt - core.now),
        source,
        fault,
      });
      publish(channelTopics(farmId, device, code).state, JSON.stringify(state), true);
    }
  };
  const goOn = () => {
    core = advanceCore(core, Math.max(now(), core.now), now(), {});
  };
  const hears = (term: number) => {
    if (term >= core.term) core = { ...core, term, heardAt: now() };
  };
  const take = (topic: string, payload: unknown, isRetained: boolean, expirySec: number | undefined) => {
    goOn();
    const code = channels.get(topic);
    if (code !== undefined) {
      heard.commands.push({ code, payload, isRetained, expirySec });
      const received = { code, payload, isRetained, at: now(), isClockTrusted: true };
      const { core: next, answer } = acceptCommand(core, received);
      core = next;
      heard.answers.push(answer);
      publish(channelTopics(farmId, device, code).ack, JSON.stringify(z.encode(ack, answer)), false);
    } else if (topic === topics.control) {
      const document = controlDocument.parse(payload);
      heard.documents.push(document);
      core = withDocument(core, document);
      const { version = 0, term = 0 } = core.document ?? {};
      publish(topics.controlAck, JSON.stringify({ v: 1, version, term }), true);
    } else hears(beat.parse(payload).term);
    publishStates(topic === topics.sync);
  };
  client.on('connect', async () => {
    await client.subscribeAsync([...channels.keys(), topics.control, topics.beat, topics.sync], { qos: 1, rap: true });
    publish(topics.availability, word('online'), true);
    publishStates(true);
  });
  client.on('message', (topic, payload, packet) => {
    if (payload.length === 0) return;
    take(topic, JSON.parse(payload.toString()), packet.retain, packet.properties?.messageExpiryInterval);
  });
  await connected(client);
  const timer = setInterval(() => {
    goOn();
    publishStates(false);
  }, TICK_MS);
  onCleanup(async () => {
    clearInterval(timer);
    await client.endAsync(true);
  });
  return {
    heard,
    level: (code: string) => core.outputs[code]?.levelPct,
    term: () => core.term,
    document: () => core.document,
    /** Publishes a message as a device does, such as readings. */
    say: (topic: string, payload: unknown, retain = false) =>
      client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1, retain }),
    /** Breaks its connection without a message, for good. */
    async fallSilent() {
      clearInterval(timer);
      client.options.reconnectPeriod = 0;
      const closed = new Promise((resolve) => client.once('close', () => resolve(undefined)));
      client.stream.destroy();
      await closed;
    },
  };
}

function connected(client: MqttClient): Promise<void> {
  return new Promise((resolve) => client.once('connect', () => resolve()));
}

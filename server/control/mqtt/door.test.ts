import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sensorFieldsOf } from '#contract/device/sensor.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import {
  aCommandedValve,
  aWateredFarm,
  countOf,
  DEVICE,
  isThere,
  type WateredFarm,
} from '../../../tests/support/control/watered-farm.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { aPublisher } from '../../../tests/support/services/broker.ts';

/** Waits until the valve is at this level, %. */
const isAt = ({ level }: { level(code: string): number | undefined }, wanted: number, withinMs?: number) =>
  pollUntil(
    () => level('water'),
    (now) => now === wanted,
    withinMs,
  );

const statesOf = (trail: readonly { state: string }[]) => trail.map(({ state }) => state);

describe('a controller at the broker', () => {
  it('may be commanded once it has announced itself, and not when its last will says that it has gone', async () => {
    const farm = await aWateredFarm();
    expect(await farm.allow()).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    const controller = await farm.controller();
    await isThere(farm);
    expect((await farm.allow()).status).toBe(200);
    const document = await pollUntil(controller.document, (one) => one !== null);
    expect(document).toMatchObject({ channels: { water: { isCommanded: true, maxRunSec: 3_600 } } });
    await pollUntil(controller.term, (term) => term === document?.term);

    await controller.fallSilent();
    await isThere(farm, false);
    expect(await farm.open(10)).toMatchObject({ status: 503, body: { code: 'CONTROLLER_OFFLINE' } });
  });

  it('is no way to its equipment while it says no more than online, or speaks another protocol', async () => {
    const farm = await aWateredFarm();
    const stranger = await aPublisher(farm.broker.url);
    const topic = `farm/${farm.farmId}/${DEVICE}/availability`;
    for (const word of [
      'online',
      JSON.stringify({ status: 'online', bootId: 'b', protocol: 2, clock: 'ntp', term: 0, version: 0 }),
      '{"status":"online"}',
      'not json',
    ]) {
      await stranger.publishAsync(topic, word, { qos: 1, retain: true });
    }
    await pollUntil(
      () => countOf(farm, 'availability', 'malformed'),
      (count) => count === 2,
    );
    expect((await farm.view()).isReachable).toBe(false);
  });

  it('takes no device over that has a controller in this process', async () => {
    const farm = await aWateredFarm();
    const own = { isReachable: () => false, version: () => 1, tell: () => {}, send: () => {}, beat: () => {} };
    farm.controllers().attach(farm.farmId, DEVICE, own);
    await farm.controller();
    await pollUntil(
      () => countOf(farm, 'availability', 'occupied'),
      (count) => count > 0,
    );
    expect((await farm.view()).isReachable).toBe(false);
  });

  it('is silent after three minutes without a word, though the broker still keeps that it is online', async () => {
    const { farm, controller } = await aCommandedValve();
    const availability = `farm/${farm.farmId}/${DEVICE}/availability`;
    const online = { status: 'online', bootId: 'b', protocol: 1, clock: 'ntp', term: 0, version: 0 };
    await controller.fallSilent();
    await isThere(farm, false);
    const stranger = await aPublisher(farm.broker.url);
    await stranger.publishAsync(availability, JSON.stringify(online), { qos: 1, retain: true });
    await isThere(farm);
    farm.clock.pass(3 * MINUTE_MS + SECOND_MS);
    expect((await farm.view()).isReachable).toBe(false);
  });
});

describe('a valve that is opened by hand', () => {
  it('moves, is proved by its meter, ends, and is a reading once', async () => {
    const { farm, controller } = await aCommandedValve();
    expect((await farm.open(5)).status).toBe(200);
    await isAt(controller, 100);
    await farm.runs();
    const [first] = controller.heard.commands;
    expect(first).toMatchObject({ code: 'water', isRetained: false, payload: { do: 'on', why: 'manual', seq: 1 } });
    expect(first?.expirySec).toBeGreaterThan(50);

    for (let minute = 1; minute <= 2; minute += 1) {
      farm.clock.pass(MINUTE_MS);
      const reading = { at: new Date(farm.clock.now()).toISOString(), flow_rate: 40 };
      await controller.say(`farm/${farm.farmId}/${DEVICE}/state`, reading);
    }
    const proof = async () => {
      const rows = await farm.store().db.selectFrom('command').select('life').execute();
      return rows.map(({ life }) => JSON.parse(life).proof);
    };
    await pollUntil(proof, ([one]) => one === 'proved');
    farm.clock.pass(3 * MINUTE_MS);
    await isAt(controller, 0);
    const done = async () => {
      const rows = await farm.store().db.selectFrom('command').selectAll().orderBy('seq').execute();
      return rows.map(({ action, state, life }) => [action, state, statesOf(JSON.parse(life).trail)]);
    };
    const [start] = await pollUntil(done, (commands) => commands.every(([, state]) => state === 'done'));
    expect(start).toEqual(['on', 'done', ['asked', 'sent', 'accepted', 'running', 'done']]);
    expect(controller.heard.levels.get('water')).toEqual([0, 100, 0]);

    const readings = () =>
      farm.store().db.selectFrom('reading').select(['at', 'value']).where('channel_id', '=', farm.valve).execute();
    const values = await pollUntil(readings, (rows) => rows.length > 0 && rows.at(-1)?.value === 0);
    expect(values.some(({ value }) => value === 100)).toBe(true);
    expect(new Set(values.map(({ at }) => at)).size).toBe(values.length);
  });

  it('ends at the controller when the broker dies, and the server says that it cannot be seen', async () => {
    const { farm, controller } = await aCommandedValve({ maxRunSec: 120 });
    await farm.open(2);
    await isAt(controller, 100);
    await farm.runs();
    await farm.broker.kill();
    await isThere(farm, false);
    farm.clock.pass(121 * SECOND_MS);
    await isAt(controller, 0);
    expect(await farm.open(2)).toMatchObject({ status: 503, body: { code: 'CONTROLLER_OFFLINE' } });
    farm.clock.pass(MINUTE_MS);
    const trail = await pollUntil(farm.trail, (steps) => steps.at(-1)?.state === 'unproved');
    expect(trail.at(-1)?.reason).toBe('LINK_LOST');
    expect((await farm.valveNow()).trip).toBeNull();

    await farm.broker.restart();
    await isThere(farm);
    await pollUntil(farm.valveNow, ({ levelPct }) => levelPct === 0);
    expect(controller.heard.levels.get('water')).toEqual([0, 100, 0]);
  });

  it('is never opened later when the broker was away as it was asked for', async () => {
    const { farm, controller } = await aCommandedValve();
    const sent = controller.heard.commands.length;
    await farm.broker.kill();
    await isThere(farm, false);
    expect((await farm.open(5)).status).toBe(503);
    farm.clock.pass(2 * MINUTE_MS);
    await farm.broker.restart();
    await isThere(farm);
    await pollUntil(farm.valveNow, ({ levelPct }) => levelPct === 0);
    expect(controller.heard.commands.length).toBe(sent);
  });
});

describe('a gateway that leaves its farm in mid-run', () => {
  const deviceOf = ({ store }: WateredFarm) =>
    store()
      .db.selectFrom('device')
      .select(['device_id as index', 'name', 'kind', 'place', 'note'])
      .executeTakeFirstOrThrow();
  /** Any word of a device that is not there ends its connection. */
  const speaks = (farm: WateredFarm, say: (topic: string, word: object) => Promise<unknown>) =>
    say(`farm/${farm.farmId}/${DEVICE}/water/state`, {});

  it('is told as it is deleted, so that its valve closes, and the command comes to an end', async () => {
    const { farm, controller } = await aCommandedValve();
    await farm.open(10);
    await farm.runs();
    const { index, name } = await deviceOf(farm);
    const answer = await farm.call('DELETE', `/api/devices/${index}`, { confirmName: name });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await speaks(farm, controller.say);
    await isAt(controller, 0, 10_000);
    expect(controller.document()?.channels).toEqual({});
    farm.clock.pass(12 * MINUTE_MS);
    const states = async () => (await farm.store().db.selectFrom('command').select('is_over').execute()).map(Object);
    await pollUntil(states, (all) => all.every((one) => one.is_over === 1), 10_000);
  });

  it('is told though its next word comes before anybody has looked at the farm without it', async () => {
    const { farm, controller } = await aCommandedValve();
    await farm.open(10);
    await farm.runs();
    await farm.store().db.updateTable('device').set({ deleted_at: farm.clock.now() }).execute();
    await speaks(farm, controller.say);
    await pollUntil(
      () => countOf(farm, 'state', 'unknown'),
      (count) => count > 0,
    );
    await farm.engine().decideNow(farm.farmId);
    await isAt(controller, 0, 5_000);
  });

  it.each([
    ['the valve', 'sensors', 'name', ({ valve }: WateredFarm) => valve],
    ['the farm', 'farms', 'farmName', ({ farmId }: WateredFarm) => farmId],
  ])('is told as %s is deleted', async (_, noun, nameOf, indexOf) => {
    const { farm, controller } = await aCommandedValve();
    await farm.open(10);
    await farm.runs();
    const path = `/api/${noun}/${indexOf(farm)}`;
    const confirmName = (await farm.call('GET', path)).body[nameOf];
    const answer = await farm.call('DELETE', path, { confirmName });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await isAt(controller, 0, 5_000);
    expect(controller.document()?.channels).toEqual({});
  });

  it('is told as its valve gets another code', async () => {
    const { farm, controller } = await aCommandedValve();
    await farm.open(10);
    await farm.runs();
    const path = `/api/sensors/${farm.valve}`;
    const fields = sensorFieldsOf((await farm.call('GET', path)).body);
    const answer = await farm.call('PUT', path, { ...fields, code: 'tap' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await isAt(controller, 0, 5_000);
  });

  it('is told as it is renamed', async () => {
    const { farm, controller } = await aCommandedValve();
    await farm.open(10);
    await farm.runs();
    const { index, ...fields } = await deviceOf(farm);
    const answer = await farm.call('PUT', `/api/devices/${index}`, { ...fields, code: 'other' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await speaks(farm, controller.say);
    await isAt(controller, 0, 10_000);
  });
});

describe('a broker that hangs', () => {
  it('is told the same command again after 5, 10 and 20 s, and the valve opens once', async () => {
    const { farm, controller } = await aCommandedValve();
    farm.broker.hang();
    expect((await farm.open(10)).status).toBe(200);
    const tries = async () => {
      const row = await farm.store().db.selectFrom('command').select('life').executeTakeFirst();
      return row ? JSON.parse(row.life).tries : 0;
    };
    for (const [after, count] of [
      [0, 1],
      [5, 2],
      [5, 3],
      [10, 4],
    ] as const) {
      farm.clock.pass(after * SECOND_MS);
      await pollUntil(tries, (tried) => tried === count);
    }
    expect(statesOf(await farm.trail())).toEqual(['asked']);
    farm.broker.goOn();
    await farm.runs();
    expect(statesOf(await farm.trail())).toEqual(['asked', 'sent', 'accepted', 'running']);
    const ids = new Set(controller.heard.answers.map(({ id }) => id));
    await pollUntil(
      () => controller.heard.answers.filter(({ duplicate }) => duplicate),
      (repeats) => repeats.length === 3,
    );
    expect(ids.size).toBe(1);
    expect(controller.heard.levels.get('water')).toEqual([0, 100]);
  });

  it('and dies takes with it what was under way: the next connection begins with nothing', async () => {
    const { farm, controller } = await aCommandedValve();
    farm.broker.hang();
    expect((await farm.open(10)).status).toBe(200);
    await pollUntil(farm.trail, (trail) => trail.length === 1);
    await farm.broker.kill();
    await isThere(farm, false);
    await farm.call('DELETE', `/api/farms/${farm.farmId}/control/overrides/${farm.valve}`);
    farm.clock.pass(61 * SECOND_MS);
    await pollUntil(farm.trail, (trail) => trail.at(-1)?.state === 'expired');
    await farm.broker.restart();
    await isThere(farm);
    await pollUntil(farm.valveNow, ({ levelPct }) => levelPct === 0);
    expect(controller.heard.commands).toEqual([]);
  });

  it('brings nothing that moves anything once its time is over', async () => {
    const { farm, controller } = await aCommandedValve();
    farm.broker.hang();
    await farm.open(10);
    await pollUntil(farm.trail, (trail) => trail.length === 1);
    await farm.call('DELETE', `/api/farms/${farm.farmId}/control/overrides/${farm.valve}`);
    farm.clock.pass(61 * SECOND_MS);
    await pollUntil(farm.trail, (trail) => trail.at(-1)?.state === 'expired');
    farm.broker.goOn();
    const answers = await pollUntil(
      () => controller.heard.answers,
      (all) => all.length > 0,
    );
    expect(answers[0]).toMatchObject({ status: 'refused', code: 'EXPIRED' });
    expect(controller.heard.levels.get('water')).toEqual([0]);
    expect((await farm.valveNow()).trip).toBeNull();
  });
});

describe('a server that is started again', () => {
  it('tells its limits under a higher term, and starts nothing twice', async () => {
    const { farm, controller } = await aCommandedValve();
    await farm.open(10);
    await farm.runs();
    const before = controller.heard.documents.at(-1);
    await farm.stop();
    farm.clock.pass(30 * SECOND_MS);
    await farm.startAgain();
    await isThere(farm);
    const after = await pollUntil(controller.document, (one) => (one?.term ?? 0) > (before?.term ?? 0));
    expect(after?.version).toBeGreaterThan(before?.version ?? 0);
    await pollUntil(farm.valveNow, ({ levelPct }) => levelPct === 100);
    farm.clock.pass(MINUTE_MS);
    await pollUntil(controller.term, (term) => term === after?.term);
    expect(controller.heard.commands.filter(({ code }) => code === 'water')).toHaveLength(1);
    expect(controller.heard.levels.get('water')).toEqual([0, 100]);
  });

  it('from an older copy begins above the term that its controllers have seen', async () => {
    const { farm, controller } = await aCommandedValve();
    await farm.stop();
    const own = controller.term();
    await controller.say(
      `farm/${farm.farmId}/${DEVICE}/availability`,
      { status: 'online', bootId: 'boot-2', protocol: 1, clock: 'ntp', term: own + 500, version: 900 },
      true,
    );
    await controller.say(`farm/${farm.farmId}/${DEVICE}/control/ack`, { v: 1, version: 900, term: own + 500 }, true);
    await farm.startAgain();
    const document = await pollUntil(controller.document, (one) => (one?.term ?? 0) > own + 500);
    expect(document?.version).toBeGreaterThan(900);
  });
});

describe('what a stranger publishes', () => {
  const order = (farm: WateredFarm, given: object = {}) => {
    const at = farm.clock.now();
    return {
      v: 1,
      id: randomUUID(),
      run: randomUUID(),
      term: 1,
      seq: 100,
      do: 'on',
      maxRunSec: 600,
      issuedAt: new Date(at).toISOString(),
      expiresAt: new Date(at + MINUTE_MS).toISOString(),
      why: 'manual',
      ...given,
    };
  };

  it('as a command that is kept at the broker moves nothing', async () => {
    const farm = await aWateredFarm();
    const stranger = await aPublisher(farm.broker.url);
    const set = `farm/${farm.farmId}/${DEVICE}/water/set`;
    await stranger.publishAsync(set, JSON.stringify(order(farm)), { qos: 1, retain: true });
    const controller = await farm.controller();
    await isThere(farm);
    expect((await farm.allow()).status).toBe(200);
    const answers = await pollUntil(
      () => controller.heard.answers,
      (all) => all.length > 0,
    );
    expect(answers[0]).toMatchObject({ status: 'refused', code: 'RETAINED' });
    expect(controller.heard.levels.get('water')).toEqual([0]);
  });

  it('in the name of a controller is refused and counted, and ends nothing', async () => {
    const { farm, controller } = await aCommandedValve();
    await farm.open(10);
    await farm.runs();
    const id = (await farm.valveNow()).command.id;
    const done = { v: 1, id, status: 'done', code: null, at: new Date().toISOString(), endsAt: null };
    const forged = { ...done, maxRunSec: null, litres: null, duplicate: false };
    const root = `farm/${farm.farmId}/${DEVICE}`;
    await controller.say(`${root}/water/ack`, forged, true);
    await controller.say(`${root}/flow_rate/ack`, forged);
    await controller.say(`${root}/water/ack`, { ...forged, status: 'finished' });
    await controller.say(`${root}/water/state`, '{"levelPct":');
    await controller.say(`${root}/nothing/state`, {});
    await controller.say(`farm/999/${DEVICE}/water/ack`, forged);
    await controller.say(`farm/0${farm.farmId}/${DEVICE}/water/ack`, forged);
    const counts = async () =>
      Promise.all([
        countOf(farm, 'ack', 'retained'),
        countOf(farm, 'ack', 'stray'),
        countOf(farm, 'ack', 'malformed'),
        countOf(farm, 'state', 'malformed'),
        countOf(farm, 'ack', 'unknown'),
      ]);
    expect(await pollUntil(counts, (all) => all.every((count) => count > 0))).toEqual([1, 1, 1, 1, 1]);
    const { decidedAt } = await farm.view();
    farm.clock.pass(MINUTE_MS);
    await pollUntil(farm.view, (shown) => shown.decidedAt > decidedAt);
    expect((await farm.trail()).at(-1)?.state).toBe('running');
  });
});

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { aController } from '../../../tests/support/control/mqtt-controller.ts';
import { aClock, DEVICE } from '../../../tests/support/control/watered-farm.ts';
import { onCleanup } from '../../../tests/support/on-cleanup.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { aBroker } from '../../../tests/support/services/broker.ts';
import { aDevice, aFarm } from '../../../tests/support/store/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { createDeviceCache } from '../../device/device-cache.ts';
import { setActuator } from '../actuators.ts';
import { createControllers } from '../engine/controllers.ts';
import { createEngine } from '../engine/engine.ts';
import { openControllers } from './door.ts';

describe('of two servers on one database', () => {
  /** An engine and its connection to controllers, without the rest of the server; it runs when the test calls it. */
  async function aDecider(url: string, store: Awaited<ReturnType<typeof aStore>>, now: () => number) {
    const controllers = createControllers();
    const log = pino({ level: 'silent' });
    const deps = { store, controllers, log, now, monotonic: now };
    const engine = createEngine({ ...deps, real: { stations: false, forecasts: false } });
    const directory = createDeviceCache(store);
    const door = openControllers(
      { url, username: undefined, password: undefined },
      { ...deps, directory, events: engine.events, onMessage: () => {} },
    );
    onCleanup(() => door.stop());
    /** Runs until the controller has taken limits of the term. */
    const decideUntil = (term: number, document: () => { term: number } | null) =>
      pollUntil(
        async () => {
          await engine.run();
          return document()?.term;
        },
        (told) => told === term,
      );
    return { engine, controllers, decideUntil };
  }

  it('the one whose lease is over sends nothing, and what it had sent would be refused', async () => {
    const broker = await aBroker();
    const { now, pass } = aClock();
    const store = await aStore();
    const farmId = await aFarm(store);
    const { channels } = await aDevice(store, farmId, ['WATER'], { code: DEVICE });
    const settings = { ...defaultSettings('WATER'), isCommanded: true };
    const channel = channels.get('water') ?? 0;
    await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, settings));
    const controller = await aController(broker.url, { farmId, device: DEVICE, codes: ['water'], now });
    const old = await aDecider(broker.url, store, now);
    await old.decideUntil(1, controller.document);

    pass(16 * SECOND_MS);
    const young = await aDecider(broker.url, store, now);
    await young.decideUntil(2, controller.document);
    const told = controller.heard.documents.length;
    pass(20 * SECOND_MS - 5 * SECOND_MS);
    await young.engine.run();
    await old.engine.run();
    expect(controller.heard.documents.length).toBe(told);

    const at = new Date(now()).toISOString();
    const late = { v: 1, id: randomUUID(), run: randomUUID(), term: 1, seq: 1, do: 'on', maxRunSec: 600, why: 'rule' };
    const payload = { ...late, issuedAt: at, expiresAt: new Date(now() + MINUTE_MS).toISOString() };
    const way = await pollUntil(
      () => old.controllers.of(farmId, DEVICE),
      (one) => one !== undefined,
    );
    way?.send('water', { id: late.id, payload, expiresAt: now() + MINUTE_MS }, () => {});
    const answers = await pollUntil(
      () => controller.heard.answers,
      (all) => all.length > 0,
    );
    expect(answers[0]).toMatchObject({ id: late.id, status: 'refused', code: 'TERM' });
    expect(controller.heard.levels.get('water')).toEqual([0]);
  });
});

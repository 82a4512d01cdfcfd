import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { ruleFields } from '#contract/control/rule/rule.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { anActuator, ticks } from '../../../tests/support/control/control-ticks.ts';
import { aServer, aUser, signIn } from '../../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../../tests/support/store/store.ts';
import { setActuator } from '../actuators.ts';
import { addRule } from '../rule-commands.ts';

const RULE = '00000000-0000-4000-8000-000000000001';

/** A fan that runs while a vent is open, and a vent that a hand opens and shuts each minute. */
async function aFlappingFarm() {
  let clock = Date.UTC(2026, 10, 23, 1);
  const { store, url, engine, controllers } = await aServer({ now: () => clock });
  const farmId = await aFarm(store, { ownerId: await aUser(store, 'grower') });
  const { channels } = await aDevice(store, farmId, ['VENT', 'FAN'], { code: 'gw' });
  const [vent = 0, fan = 0] = ['vent', 'fan'].map((code) => channels.get(code));
  let version = 0;
  controllers.attach(farmId, 'gw', {
    isReachable: () => true,
    version: () => version,
    tell: (document) => {
      version = document.version;
    },
    send: () => {},
    beat: () => {},
  });
  const fields = ruleFields.parse({
    ...reservationCompositeDefaults,
    ...{ name: '환기 바람', enabled: true, mode: 'act', windows: [], cooldownMin: 0, maxPerDay: 96 },
    when: { match: 'all', items: [{ kind: 'actuator', channel: vent, op: 'on', value: 0, forMin: 0 }] },
    actions: [{ channel: fan, levelPct: 100, forSec: null, litres: null, afterSec: 0 }],
  });
  await store.db.transaction().execute(async (trx) => {
    await setActuator(trx, { farmId, channel: fan }, { ...defaultSettings('FAN'), isCommanded: true });
    await addRule(trx, { farmId, id: RULE }, fields, clock);
  });
  const still = { isMoving: false, isEstimated: false, run: null, id: null, endsAt: null, fault: null };
  return {
    async pass(ventPct: number) {
      clock += MINUTE_MS;
      const state = (levelPct: number) => ({ v: 1, at: clock, levelPct, targetPct: levelPct, ...still }) as const;
      engine.events.state(farmId, 'gw', 'vent', { ...state(ventPct), source: 'local' });
      engine.events.state(farmId, 'gw', 'fan', { ...state(0), source: 'command' });
      await engine.run();
    },
    async lines() {
      const rows = await store.db
        .selectFrom('decision')
        .selectAll()
        .where('rule_id', '=', RULE)
        .orderBy('decision_id')
        .execute();
      return rows.map(({ reason, figures }) => ({
        reason,
        count: JSON.parse(figures)[0]?.value as number | undefined,
      }));
    },
    async matters(): Promise<string[]> {
      const { call } = await signIn(url, 'grower');
      const { control } = await (await call(`/api/quality/${farmId}`)).json();
      return control.map(({ text }: { text: string }) => text);
    },
  };
}

it('a rule that changes its mind each minute is told in one line and an alarm, until it is calm again', async () => {
  const { pass, lines, matters } = await aFlappingFarm();
  const flips = 100;
  for (let minute = 0; minute < flips; minute += 1) await pass(minute % 2 === 0 ? 100 : 0);
  const starts = flips / 2;
  const flapping = await lines();
  const told = flapping.filter(({ reason }) => reason === 'FLAPPING');
  expect(told).toEqual([{ reason: 'FLAPPING', count: 60 }]);
  // Each flip changed the rule; what is not in the log is counted, none twice and none left out.
  const written = flapping.length - starts - told.length;
  expect(written).toBeLessThanOrEqual(60);
  expect(await matters()).toContainEqual(expect.stringContaining(`적지 않은 판단 ${flips - written}번`));

  for (let minute = 0; minute < 60; minute += 1) await pass(0);
  const calm = await lines();
  expect(calm.slice(flapping.length)).toEqual([
    { reason: 'CALM', count: flips - written },
    { reason: 'CONDITION_UNMET', count: undefined },
  ]);
  expect((await matters()).join()).not.toContain('바뀝니다');
  await pass(100);
  expect((await lines()).length).toBeGreaterThan(calm.length);
});

it('a heater whose thermometer is believed and doubted by turns is told in one line, and counted', () => {
  const noon = Date.UTC(2026, 5, 22, 3);
  const sensor = { channel: 11, type: 'TEMPERATURE', areaName: '1동', intervalMs: MINUTE_MS, silentMs: 0 } as const;
  const lived = ticks({
    at: noon,
    minutes: 130,
    everySec: 20,
    actuators: [anActuator(31, 'HEATER')],
    world: (minute, second) => {
      const points = [[noon + minute * MINUTE_MS, 20]] as const;
      return { sensors: [{ ...sensor, points, isDoubted: minute < 60 && second % 40 === 0 }] };
    },
  });
  const told = lived.flatMap(({ rows }) => rows).filter(({ actuator }) => actuator === 31);
  const doubted = told.filter(({ reason }) => reason === 'SENSOR_DOUBTED').length;
  expect(doubted).toBe(60);
  expect(told.slice(doubted)).toMatchObject([
    { rule: null, reason: 'FLAPPING', figures: [{ name: 'count', value: 60 }] },
    { rule: null, reason: 'CALM', figures: [{ name: 'count', value: 90 - doubted }] },
  ]);
});

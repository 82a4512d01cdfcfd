import { describe, expect, it } from 'vitest';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { type WaterSensor, waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aCommandedFarm } from '../../../tests/support/control/simulated-control.ts';
import type { Explanation } from '../decide/world.ts';
import { pageOfDecisions } from '../decisions.ts';
import { findCommand } from '../queries.ts';
import { addDecisions } from './memory-store.ts';

const RULE = '00000000-0000-4000-8000-000000000001';
/** Nine in the morning of a dry spring day. */
const morning = startOfSeoulDate('2026-04-16') + 9 * HOUR_MS;

/** The simulated farm with a commanded valve, and a rule that finds its soil too dry. */
async function aDryFarm(given: Partial<WaterSensor> = {}) {
  const farm = await aCommandedFarm(morning);
  await farm.command('h1-water', 'WATER', { flowChannel: farm.channel('h1-flow'), nominalLpm: 240 });
  await farm.pass(20);
  const moisture = await farm.reading('h1-soil-moist');
  await farm.addRule(RULE, {
    ...waterSensorDefaults,
    name: 'soil',
    enabled: true,
    mode: 'act',
    windows: [],
    sensors: [farm.channel('h1-soil-moist')],
    fromPct: moisture + 5,
    toPct: moisture + 20,
    forMin: 10,
    soakMin: 20,
    maxPulses: 1,
    restMin: 120,
    minRisePct: 0.2,
    steps: [{ valve: farm.channel('h1-water'), doseMin: 20 }],
    dailyMax: { minutes: 120 },
    stepAfterDryDays: null,
    ...given,
  });
  return { ...farm, moisture };
}

describe('a rule by soil moisture on the simulated farm', () => {
  it('opens the valve, is proved by the flow, wets the soil, rests, and the log tells it', async () => {
    const farm = await aDryFarm();
    await farm.pass(5);
    expect(await farm.reading('h1-water')).toBe(100);
    expect(await farm.reading('h1-flow')).toBeGreaterThan(200);
    await farm.pass(50);
    expect(await farm.reading('h1-flow')).toBe(0);
    expect(await farm.reading('h1-soil-moist')).toBeGreaterThan(farm.moisture + 0.3);
    expect(await farm.words()).toEqual([
      'rule started DRY',
      'h1-water started DRY',
      'h1-water stopped GIVEN',
      'rule waiting SOAKING',
      'rule stopped PULSES_USED',
      'rule kept RESTING',
    ]);
    const starts = (await farm.commands()).filter(({ action }) => action === 'on');
    expect(starts.map(({ state, life }) => [state, JSON.parse(life).proof])).toEqual([['done', 'proved']]);
    // Each line about the valve leads to its command; a line that led to none, or is older than that field, says nothing.
    await farm.store.db.updateTable('decision').set({ command_id: null }).where('outcome', '=', 'stopped').execute();
    const { rows } = await pageOfDecisions(farm.store, farm.farmId, { page: 1, size: 50 });
    const led = rows.filter(({ command }) => command !== null);
    expect(led).toMatchObject([
      { outcome: 'started', actuator: farm.channel('h1-water'), command: starts[0]?.command_id },
    ]);
    const command = await findCommand(farm.store, led[0]?.command ?? '');
    expect(command).toMatchObject({ do: 'on', state: 'done', isProved: true });
    expect(command?.trail.map(({ state }) => state)).toEqual(['asked', 'sent', 'accepted', 'running', 'done']);
  });

  it('moves nothing while it only watches', async () => {
    const farm = await aDryFarm({ mode: 'watch' });
    await farm.pass(5);
    expect(await farm.reading('h1-water')).toBe(0);
    expect(await farm.commands()).toEqual([]);
    expect(await farm.words()).toEqual(['rule skipped WATCHED']);
  });
});

describe('a sensor that has said the same for hours', () => {
  it.each([
    ['moves nothing, and the log says why', 3, [], 'rule suspended SENSOR_DOUBTED'],
    ['is followed while that may be so', 1, ['position'], 'rule kept BEYOND_TARGET'],
  ])('%s', async (_, hours, commanded, line) => {
    const farm = await aCommandedFarm(startOfSeoulDate('2026-04-16') + 12 * HOUR_MS);
    const air = await farm.listenTo('TEMPERATURE', (ago) => (ago > hours * HOUR_MS ? 20 + (ago % 7) / 10 : 31.2));
    await farm.command('h1-vent', 'VENT');
    await farm.addRule(RULE, {
      ...reservationTargetDefaults,
      name: 'air',
      enabled: true,
      mode: 'act',
      sensors: [air],
      actuators: [farm.channel('h1-vent')],
      targets: [{ from: 'sunrise', to: 'sunset', value: 24 }],
    });
    await farm.pass(1);
    expect(await farm.words()).toContain(line);
    expect((await farm.commands()).map(({ action }) => action)).toEqual(commanded);
  });
});

describe('a run of water', () => {
  it('ends by itself at the controller when the server that started it is gone', async () => {
    const farm = await aDryFarm();
    await farm.pass(5);
    expect(await farm.reading('h1-water')).toBe(100);
    await farm.passWithoutServer(20);
    expect(await farm.reading('h1-water')).toBe(0);
  });

  it('is stopped at once with everything else', async () => {
    const farm = await aDryFarm();
    await farm.pass(5);
    const answer = await farm.call('POST', `/api/farms/${farm.farmId}/control/stop-all`, { minutes: 30 });
    expect(answer).toMatchObject({ status: 200, body: { data: { stopAll: { by: 'grower' } } } });
    await farm.pass(2);
    expect(await farm.reading('h1-water')).toBe(0);
    await farm.pass(20);
    expect(await farm.reading('h1-water')).toBe(0);
  });
});

describe('a hand', () => {
  it('opens a valve for the minutes it says, with who did it in the audit', async () => {
    const farm = await aCommandedFarm(morning);
    await farm.command('h1-water', 'WATER', { flowChannel: farm.channel('h1-flow'), nominalLpm: 240 });
    await farm.pass(2);
    const body = { channel: farm.channel('h1-water'), levelPct: 100, minutes: 10 };
    const answer = await farm.call('POST', `/api/farms/${farm.farmId}/control/overrides`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    // It is sent by the time of the answer, without waiting for the next run.
    expect((await farm.commands()).map(({ action }) => action)).toEqual(['on']);
    await farm.pass(3);
    expect(await farm.reading('h1-water')).toBe(100);
    const view = await farm.call('GET', `/api/farms/${farm.farmId}/control`);
    const valve = view.body.actuators.find((one: { channel: number }) => one.channel === body.channel);
    expect(valve).toMatchObject({
      levelPct: 100,
      override: { by: 'grower', levelPct: 100 },
      last: { outcome: 'started', layer: 'override' },
      command: { state: 'running' },
    });
    await farm.pass(10);
    expect(await farm.reading('h1-water')).toBe(0);
    const audit = await farm.store.db.selectFrom('audit').select(['action', 'login']).execute();
    expect(audit).toContainEqual({ action: 'control.override', login: 'grower' });
  });

  it('turns a motor while a key is held: it stands where it is let go, or ten seconds after the phone died', async () => {
    const farm = await aCommandedFarm(morning);
    const channel = farm.channel('h1-vent');
    await farm.command('h1-vent', 'VENT', { travelOpenSec: 100, travelCloseSec: 100 });
    await farm.pass(2);
    const vent = async () => {
      const { body } = await farm.call('GET', `/api/farms/${farm.farmId}/control`);
      return body.actuators.find((one: { channel: number }) => one.channel === channel);
    };
    const { levelPct: before } = await vent();
    const keys = `/api/farms/${farm.farmId}/control/keys`;
    const hold = () => farm.call('POST', keys, { channel, levelPct: 100, minutes: 10 });
    expect((await hold()).status).toBe(200);
    expect(await vent()).toMatchObject({ isMoving: true, override: { by: 'grower' } });
    // No further messages arrive.
    await farm.pass(1);
    expect(await vent()).toMatchObject({ isMoving: false, levelPct: before + 10 });
    await hold();
    expect((await vent()).isMoving).toBe(true);
    await farm.call('DELETE', `${keys}/${channel}`);
    expect((await vent()).isMoving).toBe(false);
    // A word that was held up on its way starts nothing.
    const late = await farm.call('POST', keys, { channel, levelPct: 100, minutes: 10, isAgain: true });
    expect(late).toMatchObject({ status: 409, body: { code: 'HOLD_RELEASED' } });
    expect((await vent()).isMoving).toBe(false);
    // Rules and the rest position do not apply until the override ends.
    await farm.pass(5);
    expect(await vent()).toMatchObject({ isMoving: false, levelPct: before + 10, command: { state: 'done' } });
    const rows = await farm.store.db.selectFrom('audit').select('action').execute();
    expect(rows.filter(({ action }) => action === 'control.override')).toHaveLength(3);
  });

  it('is told which lock keeps it from an actuator, and that one is not commanded', async () => {
    const farm = await aCommandedFarm(morning);
    await farm.command('h1-water', 'WATER');
    await farm.pass(2);
    const [water, heater] = [farm.channel('h1-water'), farm.channel('h1-heater')];
    const hold = (channel: number) =>
      farm.call('POST', `/api/farms/${farm.farmId}/control/overrides`, { channel, levelPct: 100, minutes: 5 });
    expect(await hold(heater)).toMatchObject({ status: 409, body: { code: 'NOT_COMMANDED' } });
    await farm.call('POST', `/api/actuators/${water}/lock-out`, { reason: '수리' });
    expect(await hold(water)).toMatchObject({ status: 409, body: { code: 'LOCKED_OUT' } });
    await farm.call('DELETE', `/api/actuators/${water}/lock-out`, {});
    expect((await hold(water)).status).toBe(200);
  });
});

describe('water by hand', () => {
  it.each([
    ['in minutes', {}, [480, 700]],
    ['in litres', { litres: 600, minutes: 20 }, [594, 840]],
  ])('%s is counted while it runs and told when it is over', async (_, amount, [least = 0, most = 0]) => {
    const farm = await aCommandedFarm(morning);
    await farm.command('h1-water', 'WATER', { flowChannel: farm.channel('h1-flow'), nominalLpm: 240 });
    await farm.pass(3);
    const channel = farm.channel('h1-water');
    const valve = async () => {
      const { body } = await farm.call('GET', `/api/farms/${farm.farmId}/control`);
      return body.actuators.find((one: { channel: number }) => one.channel === channel);
    };
    const hand = { channel, levelPct: 100, minutes: 2.5, ...amount };
    expect((await farm.call('POST', `/api/farms/${farm.farmId}/control/overrides`, hand)).status).toBe(200);
    await farm.pass(2);
    const running = await valve();
    expect(running.givenLitres).toBeGreaterThan(100);
    expect(running.override).toMatchObject({ by: 'grower' });
    await farm.pass(4);
    expect(await valve()).toMatchObject({ givenLitres: null, override: null });
    const { rows } = await pageOfDecisions(farm.store, farm.farmId, { page: 1, size: 50, actuator: channel });
    const [last] = rows;
    expect(last).toMatchObject({ outcome: 'stopped', reason: 'GIVEN', figures: [{ name: 'litres' }] });
    expect(last?.figures[0]?.value).toBeGreaterThanOrEqual(least);
    expect(last?.figures[0]?.value).toBeLessThanOrEqual(most);
    expect(rows.filter(({ outcome }) => outcome === 'stopped')).toHaveLength(1);
  });
});

describe('water by hand that everything stopped ends', () => {
  it('is told with what it gave and by what it ended, and not by a rule, for there is none', async () => {
    const farm = await aCommandedFarm(morning);
    await farm.command('h1-water', 'WATER', { flowChannel: farm.channel('h1-flow'), nominalLpm: 240 });
    await farm.pass(3);
    const channel = farm.channel('h1-water');
    const control = `/api/farms/${farm.farmId}/control`;
    await farm.call('POST', `${control}/overrides`, { channel, levelPct: 100, minutes: 10 });
    await farm.pass(3);
    await farm.call('POST', `${control}/stop-all`, { minutes: 30 });
    await farm.pass(2);
    const { rows } = await pageOfDecisions(farm.store, farm.farmId, { page: 1, size: 50, actuator: channel });
    expect(rows.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
      'blocked STOPPED_ALL',
      'stopped GIVEN',
      'started BY_HAND',
    ]);
  });
});

describe('since when equipment runs', () => {
  it('is said of what was seen to start, and of what ran before anybody looked only by when', async () => {
    const farm = await aCommandedFarm(morning);
    await farm.command('h1-water', 'WATER', { minOffSec: 0 });
    await farm.pass(2);
    const channel = farm.channel('h1-water');
    const valve = async () => {
      const { body } = await farm.call('GET', `/api/farms/${farm.farmId}/control`);
      return body.actuators.find((one: { channel: number }) => one.channel === channel);
    };
    const hand = { channel, levelPct: 100, minutes: 30 };
    await farm.call('POST', `/api/farms/${farm.farmId}/control/overrides`, hand);
    await farm.pass(1);
    const started = (await valve()).since;
    expect(await valve()).toMatchObject({ levelPct: 100, isSinceSeen: true });
    await farm.pass(5);
    // A restored server remembers nothing of it.
    await farm.passWithoutServer(1);
    await farm.store.db.deleteFrom('control_memory').execute();
    await farm.pass(2);
    const restored = await valve();
    expect(restored).toMatchObject({ levelPct: 100, isSinceSeen: false });
    expect(Date.parse(restored.since)).toBeGreaterThan(Date.parse(started));
    // One that ended while nobody looked had done so by the first look.
    await farm.passWithoutServer(40);
    await farm.pass(1);
    expect(await valve()).toMatchObject({ levelPct: 0, isSinceSeen: false, since: expect.any(String) });
    // Until the engine has seen it turn on again, its memory says since when it was off.
    const off = await farm.store.db.selectFrom('control_memory').selectAll().executeTakeFirstOrThrow();
    await farm.call('POST', `/api/farms/${farm.farmId}/control/overrides`, hand);
    await farm.pass(1);
    await farm.store.db.updateTable('control_memory').set(off).execute();
    expect(await valve()).toMatchObject({ levelPct: 100, since: null });
  });
});

describe('what holds an actuator', () => {
  it('is its last start once a block is over, whatever rules have yielded since', async () => {
    const farm = await aCommandedFarm(morning);
    await farm.command('h1-water', 'WATER');
    await farm.pass(2);
    const actuator = farm.channel('h1-water');
    const said = { rule: RULE, actuator, layer: 'rule', figures: [], by: null } as const;
    const lines: Explanation[] = [
      { ...said, at: farm.now(), outcome: 'started', reason: 'DRY' },
      { ...said, at: farm.now(), layer: 'interlock', outcome: 'blocked', reason: 'INTERLOCK', by: 'cold' },
      { ...said, at: farm.now(), outcome: 'yielded', reason: 'OTHER_RULE', by: 'other' },
    ];
    await farm.store.db.transaction().execute((trx) => addDecisions(trx, farm.farmId, lines));
    const { body } = await farm.call('GET', `/api/farms/${farm.farmId}/control`);
    const valve = body.actuators.find((one: { channel: number }) => one.channel === actuator);
    expect(valve.last).toMatchObject({ outcome: 'started', reason: 'DRY' });
  });
});

import { describe, expect, it } from 'vitest';
import { type WaterSensor, waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { controlMatters } from '#contract/control/words/attention-text.ts';
import { tripSentence } from '#contract/control/words/interlock-text.ts';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aCommandedFarm } from '../../tests/support/control/simulated-control.ts';
import { aDevice } from '../../tests/support/store/store.ts';
import { setActuator } from './actuators.ts';
import { saveLockOut } from './commands.ts';
import { addTrips } from './engine/memory-store.ts';

const RULE = '00000000-0000-4000-8000-000000000001';
const morning = startOfSeoulDate('2026-04-16') + 9 * HOUR_MS;

/** The simulated farm with a commanded valve, and its control matters. */
async function aWateredFarm() {
  const farm = await aCommandedFarm(morning);
  await farm.command('h1-water', 'WATER');
  const matters = async () => {
    const { body } = await farm.call('GET', `/api/quality/${farm.farmId}`);
    return body.control.map(({ text }: { text: string }) => text);
  };
  /** Adds a rule that waters by the soil, of which nothing has been measured yet. */
  const water = (given: Partial<WaterSensor> = {}) =>
    farm.addRule(RULE, {
      ...waterSensorDefaults,
      name: '아침 관수',
      enabled: true,
      mode: 'act',
      windows: [],
      sensors: [farm.channel('h1-soil-moist')],
      fromPct: 20,
      toPct: 30,
      steps: [{ valve: farm.channel('h1-water'), doseMin: 10 }],
      dailyMax: { minutes: 60 },
      ...given,
    });
  return { ...farm, matters, water };
}

describe('what of equipment and rules needs a hand', () => {
  it('is nothing while everything does what it should, or nothing is commanded', async () => {
    const farm = await aWateredFarm();
    await farm.pass(2);
    expect(await farm.matters()).toEqual([]);
    expect((await farm.call('GET', `/api/quality/${farm.farmId}`)).body.control).toEqual([]);
  });

  it('is a rule that is suspended, with the sensor it is suspended for and the way to the rule', async () => {
    const farm = await aWateredFarm();
    await farm.water();
    await farm.pass(1);
    const { body } = await farm.call('GET', `/api/quality/${farm.farmId}`);
    expect(body.control).toEqual([
      {
        text: '아침 관수 쉼 · 센서 값이 오래됨 (1동 토양 수분) · 새 값이 오면 다시 판단',
        since: expect.any(Number),
        rule: { family: 'water-sensor', id: RULE },
      },
    ]);
    await farm.pass(20);
    expect(await farm.matters()).toEqual([]);
  });

  it('is an engine that has not decided for minutes, until it does again', async () => {
    const farm = await aWateredFarm();
    await farm.pass(2);
    await farm.passWithoutServer(2);
    expect(await farm.matters()).toEqual([]);
    await farm.passWithoutServer(1);
    expect(await farm.matters()).toContain(controlMatters.undecided);
    await farm.pass(1);
    expect(await farm.matters()).toEqual([]);
  });

  it('is no rule that is suspended without being to be told of', async () => {
    const farm = await aWateredFarm();
    await farm.water({ notify: false });
    await farm.pass(1);
    expect(await farm.matters()).toEqual([]);
  });

  it('is what has tripped, and a lock that has outlasted a repair, the trip first', async () => {
    const farm = await aWateredFarm();
    await farm.command('h1-heater', 'HEATER');
    await farm.command('h1-vent', 'VENT');
    await farm.pass(2);
    const [water, heater, vent] = ['h1-water', 'h1-heater', 'h1-vent'].map(farm.channel);
    const user = await farm.store.db.selectFrom('user').select('id').executeTakeFirstOrThrow();
    await farm.store.db.transaction().execute(async (trx) => {
      const by = (hoursAgo: number) => ({ userId: user.id, at: farm.now() - hoursAgo * HOUR_MS });
      await saveLockOut(
        trx,
        { farmId: farm.farmId, channel: heater ?? 0 },
        { reason: '버너 청소', endsAt: null },
        by(4),
      );
      await saveLockOut(trx, { farmId: farm.farmId, channel: vent ?? 0 }, { reason: '끈 교체', endsAt: null }, by(1));
      await addTrips(trx, farm.farmId, [{ channel: water ?? 0, by: 'UNPROVED' }], farm.now());
    });
    expect(await farm.matters()).toEqual([
      controlMatters.tripped('1동 관수 밸브', tripSentence('UNPROVED')),
      controlMatters.locked('1동 난방기', 'grower', '버너 청소'),
    ]);
  });

  it('is a controller that says nothing', async () => {
    const farm = await aWateredFarm();
    const { channels } = await aDevice(farm.store, farm.farmId, ['FAN'], { code: 'far' });
    const fan = channels.get('fan') ?? 0;
    await farm.pass(2);
    const { body } = await farm.call('GET', `/api/farms/${farm.farmId}/control`);
    const known = body.actuators.find(({ channel }: { channel: number }) => channel === fan);
    expect(known).toMatchObject({ levelPct: null, lastPct: null, stateAt: null });
    const settings = { ...known.settings, isCommanded: true };
    await farm.store.db
      .transaction()
      .execute((trx) => setActuator(trx, { farmId: farm.farmId, channel: fan }, settings));
    expect(await farm.matters()).toEqual([controlMatters.silent('시험 장치')]);
  });
});

it('what nobody commands is shown as it was last read', async () => {
  // Nothing on the farm is commanded, so no engine listens to its controller.
  const farm = await aCommandedFarm(morning);
  await farm.pass(2);
  const { body } = await farm.call('GET', `/api/farms/${farm.farmId}/control`);
  const heater = body.actuators.find(({ channel }: { channel: number }) => channel === farm.channel('h1-heater'));
  expect(heater).toMatchObject({ settings: { isCommanded: false }, since: null, next: null });
  expect(heater.levelPct).toBe(await farm.reading('h1-heater'));
  expect(Date.parse(heater.stateAt)).toBe(farm.now());
});

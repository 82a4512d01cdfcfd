import { expect, it } from 'vitest';
import { controlMatters } from '#contract/control/words/attention-text.ts';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aCommandedFarm } from '../../../tests/support/control/simulated-control.ts';

/** Ten at night in spring, when vents are shut, nothing heats and the air cools slowly. */
const night = startOfSeoulDate('2026-04-16') + 22 * HOUR_MS;

async function aFarmAtNight() {
  const farm = await aCommandedFarm(night);
  const about = async (code: string) => {
    const { body } = await farm.call('GET', `/api/farms/${farm.farmId}/control`);
    return body.actuators.find(({ channel }: { channel: number }) => channel === farm.channel(code));
  };
  return {
    ...farm,
    about,
    async change(code: string, given: { area_name?: string; type?: string }) {
      await farm.store.db.updateTable('channel').set(given).where('channel_id', '=', farm.channel(code)).execute();
    },
    async byHand(code: string, minutes: number) {
      const hand = { channel: farm.channel(code), levelPct: 100, minutes };
      const answer = await farm.call('POST', `/api/farms/${farm.farmId}/control/overrides`, hand);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
    async matters(): Promise<string[]> {
      const { body } = await farm.call('GET', `/api/quality/${farm.farmId}`);
      return body.control.map(({ text }: { text: string }) => text);
    },
    async states(code: string) {
      const commands = (await farm.commands()).filter(({ channel_id }) => channel_id === farm.channel(code));
      return commands.filter(({ action }) => action === 'on').map(({ state }) => state);
    },
  };
}

it('tells of a burner that is not lit, though its lease is renewed before the air could show it, and heats on', async () => {
  const farm = await aFarmAtNight();
  // Of its air only the thermometer of the other house tells.
  await farm.change('h1-heater', { area_name: '2동' });
  await farm.command('h1-heater', 'HEATER');
  await farm.pass(15);
  await farm.byHand('h1-heater', 40);
  await farm.pass(28);
  expect(await farm.states('h1-heater')).toEqual(['done', 'unproved', 'done', 'running']);
  expect(await farm.about('h1-heater')).toMatchObject({ levelPct: 100, trip: null });
  expect(await farm.matters()).toEqual([controlMatters.unproved('2동 난방기', 1)]);
});

it('has nothing to tell of a heater that warms the air', async () => {
  const farm = await aFarmAtNight();
  await farm.command('h1-heater', 'HEATER');
  await farm.pass(15);
  await farm.byHand('h1-heater', 40);
  // Between two renewals: a command that is just being sent has no proof yet.
  await farm.pass(27);
  expect(await farm.about('h1-heater')).toMatchObject({ levelPct: 100, command: { isProved: true } });
  expect(await farm.matters()).toEqual([]);
});

it('trips an empty bottle after three doses, each of which ends before the air could show it', async () => {
  const farm = await aFarmAtNight();
  await farm.change('h1-curtain', { type: 'CO2_SUPPLY' });
  await farm.command('h1-curtain', 'CO2_SUPPLY');
  // It is drawn at first, and rests after it was turned off.
  await farm.pass(5);
  for (const times of [1, 2]) {
    await farm.byHand('h1-curtain', 3);
    await farm.pass(12);
    expect(await farm.matters()).toEqual([controlMatters.unproved('1동 보온커튼', times)]);
  }
  await farm.byHand('h1-curtain', 3);
  await farm.pass(12);
  expect(await farm.states('h1-curtain')).toEqual(['unproved', 'unproved', 'unproved']);
  expect(await farm.about('h1-curtain')).toMatchObject({ levelPct: 0, trip: { by: 'UNPROVED' } });
});

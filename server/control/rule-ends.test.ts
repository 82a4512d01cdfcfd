import { expect, it } from 'vitest';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aCommandedFarm } from '../../tests/support/control/simulated-control.ts';

const RULE = '00000000-0000-4000-8000-000000000001';
const morning = startOfSeoulDate('2026-06-16') + 9 * HOUR_MS;

/** A farm whose rule has been watering for two minutes, and what its valve is told from now on. */
async function aWateringFarm() {
  const farm = await aCommandedFarm(morning);
  await farm.command('h1-water', 'WATER');
  const valve = farm.channel('h1-water');
  await farm.addRule(RULE, {
    ...waterTimeDefaults,
    name: '아침 관수',
    enabled: true,
    mode: 'act',
    starts: ['09:01'],
    steps: [{ valve, amount: 20 }],
  });
  await farm.pass(3);
  const told = async () =>
    (await farm.commands()).filter(({ channel_id }) => channel_id === valve).map(({ action }) => action);
  expect(await told()).toEqual(['on']);
  return { farm, told };
}

it.each([
  ['deleted', 'DELETE', `/api/water-time/${RULE}`, { confirmName: '아침 관수' }],
  ['switched off', 'PATCH', `/api/water-time/${RULE}/switch`, { enabled: false }],
])('what a rule runs ends at once when it is %s, not with the next minute', async (_, method, path, body) => {
  const { farm, told } = await aWateringFarm();
  const answer = await farm.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await told()).toEqual(['on', 'off']);
});

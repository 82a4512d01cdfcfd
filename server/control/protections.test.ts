import { expect, it } from 'vitest';
import type { Control } from '#contract/control/control-calls.ts';
import type { Protections } from '#contract/control/protection/protection-calls.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { aHeaterAndVent } from '../../tests/support/control/heater-and-vent.ts';

it('tells what holds equipment back, what its controller guards, and what was used of the day', async () => {
  let clock = Date.UTC(2026, 10, 23, 1);
  const { engine, controllers, farmId, heater, grower } = await aHeaterAndVent(() => clock);
  let [told, taken] = [0, 0];
  controllers.attach(farmId, 'gw', {
    isReachable: () => true,
    version: () => taken,
    tell: ({ version }) => {
      told = version;
    },
    send: () => {},
    beat: () => {},
  });
  const read = async (path: string) => (await grower.call(`/api/farms/${farmId}/control${path}`)).json();
  const protections = async (): Promise<Protections> => read('/protections');

  clock += MINUTE_MS;
  await engine.run();
  const { interlocks, guards } = await protections();
  const held = interlocks.find(({ subject }) => subject.includes(heater));
  expect(held).toMatchObject({ name: '창이 열려 있음', kind: 'forbid' });
  expect(held?.when).toMatch(/10 %보다 더 열림$/);
  const frost = guards.find(({ actuator, op }) => actuator === heater && op === 'below');
  expect(frost).toMatchObject({ levelPct: 100, forSec: 60, unit: '℃', isInForce: false });

  taken = told;
  expect((await protections()).guards.every(({ isInForce }) => isInForce)).toBe(true);

  const on = { levelPct: 100, targetPct: 100, isMoving: false, isEstimated: false, run: null, id: null, endsAt: null };
  for (let minute = 0; minute < 6; minute += 1) {
    engine.events.state(farmId, 'gw', 'heater', { v: 1, at: clock, ...on, source: 'local', fault: null });
    await engine.run();
    clock += MINUTE_MS;
  }
  const control: Control = await read('');
  const used = control.actuators.find(({ channel }) => channel === heater)?.ranTodaySec ?? 0;
  expect(Math.abs(used - (5 * MINUTE_MS) / SECOND_MS)).toBeLessThanOrEqual(60);
});

import { expect, it } from 'vitest';
import type { Control } from '#contract/control/control-calls.ts';
import type { ActuatorState } from '#contract/control/controller/command.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { aHeaterAndVent } from '../../tests/support/control/heater-and-vent.ts';

const still = { v: 1, levelPct: 0, targetPct: 0, isMoving: false, run: null, id: null, endsAt: null } as const;

it('shows what a controller says of its equipment, for as long as it is heard', async () => {
  let clock = Date.UTC(2026, 10, 23, 1);
  const { store, engine, farmId, heater, vent, thermometer, grower } = await aHeaterAndVent(() => clock);
  const shown = async (channel: number) => {
    const control: Control = await (await grower.call(`/api/farms/${farmId}/control`)).json();
    return control.actuators.find((one) => one.channel === channel);
  };
  const matters = async (): Promise<string[]> => {
    const { control } = await (await grower.call(`/api/quality/${farmId}`)).json();
    return control.map(({ text }: { text: string }) => text);
  };
  const say = (code: string, state: Pick<ActuatorState, 'source' | 'fault' | 'isEstimated'>) =>
    engine.events.state(farmId, 'gw', code, { ...still, at: clock, ...state });

  await engine.run();
  expect(await shown(heater)).toMatchObject({ source: null, isEstimated: false, fault: null });

  say('heater', { source: 'local', fault: null, isEstimated: false });
  say('vent', { source: 'command', fault: 'GUARD_OFF temperature', isEstimated: true });
  const { name: sensor } = await store.db
    .selectFrom('channel')
    .select('name')
    .where('channel_id', '=', thermometer)
    .executeTakeFirstOrThrow();
  expect(await shown(heater)).toMatchObject({ source: 'local', isEstimated: false, fault: null });
  const fault = { code: 'GUARD_OFF', sensor };
  expect(await shown(vent)).toMatchObject({ source: 'command', isEstimated: true, fault });

  // One node that is lost is told of once, with all that hangs on it.
  for (const code of ['heater', 'vent']) say(code, { source: 'limit', fault: 'NODE_LOST', isEstimated: false });
  expect((await matters()).filter((text) => text.includes('노드'))).toEqual([
    expect.stringMatching(/HEATER, .*VENT: .*노드와 연결되지 않습니다/),
  ]);

  clock += 4 * MINUTE_MS;
  expect(await shown(vent)).toMatchObject({ source: null, isEstimated: false, fault: null });
  expect((await matters()).filter((text) => text.includes('노드'))).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { aDataDir, startController } from '../support/control/controller-process.ts';
import { aWateredFarm, DEVICE, isThere, type WateredFarm } from '../support/control/watered-farm.ts';
import { pollUntil } from '../support/poll-until.ts';

const config = {
  clock: 'ntp',
  readingSec: 1,
  outputs: { water: { role: 'valve' } },
  sensors: { flow_rate: { role: 'flow' } },
  lpm: 40,
};

/** A real server, a real broker and the reference controller as a process, with a commanded valve. */
async function aFarmWithGateway() {
  const farm = await aWateredFarm();
  expect(DEVICE).toBe('gw1');
  const dir = aDataDir();
  const start = () => startController(farm.broker.url, config, dir, 'simulated', farm.farmId);
  const controller = start();
  await isThere(farm);
  expect((await farm.allow({ minOnSec: 0 })).status).toBe(200);
  await pollUntil(farm.valveNow, ({ levelPct }) => levelPct === 0);
  return { farm, controller, start };
}

/** Opens the valve as soon as the controller has its limits. */
async function opened(farm: WateredFarm): Promise<void> {
  await pollUntil(
    () => farm.open(10),
    ({ status }) => status === 200,
  );
  await farm.runs();
}

describe('a grower, the server and the reference controller', () => {
  it('open a valve by hand and close it again', async () => {
    const { farm, controller } = await aFarmWithGateway();
    await opened(farm);
    expect(controller.relay('water')).toEqual([100]);
    await pollUntil(farm.valveNow, ({ levelPct }) => levelPct === 100);
    const readings = () =>
      farm.store().db.selectFrom('reading').select('value').where('channel_id', '!=', farm.valve).execute();
    await pollUntil(readings, (rows) => rows.some(({ value }) => value === 40));
    await farm.call('DELETE', `/api/farms/${farm.farmId}/control/overrides/${farm.valve}`);
    await controller.says({ relay: 'water', levelPct: 0 });
    await pollUntil(farm.valveNow, ({ levelPct }) => levelPct === 0);
  });

  it('stop everything at once', async () => {
    const { farm, controller } = await aFarmWithGateway();
    await opened(farm);
    const { status } = await farm.call('POST', `/api/farms/${farm.farmId}/control/stop-all`, { minutes: 5 });
    expect(status).toBe(200);
    await controller.says({ relay: 'water', levelPct: 0 });
    expect((await farm.open(10)).status).toBe(409);
  });

  it('hear that a run is broken when the controller died under it', async () => {
    const { farm, controller, start } = await aFarmWithGateway();
    await opened(farm);
    controller.kill('SIGKILL');
    await controller.gone;
    const again = start();
    await again.says({ relay: 'water', levelPct: 0 });
    const trail = await pollUntil(farm.trail, (steps) => steps.at(-1)?.state === 'unproved');
    expect(trail.at(-1)?.reason).toBe('FAULT');
  });
});

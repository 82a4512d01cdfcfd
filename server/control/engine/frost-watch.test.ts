import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import type { Ack, ActuatorState } from '#contract/control/controller/command.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { aServer } from '../../../tests/support/server/server.ts';
import { aDevice, aFarm } from '../../../tests/support/store/store.ts';
import { createSimulatedController } from '../../demo/simulated-controller.ts';
import { setActuator } from '../actuators.ts';

it('a reading under the frost guard starts the heater before the minute is over', async () => {
  let clock = Date.UTC(2026, 0, 10, 17);
  const now = () => clock;
  const { store, url, engine, controllers } = await aServer({ now });
  const farmId = await aFarm(store);
  const { channels, key } = await aDevice(store, farmId, ['TEMPERATURE', 'HEATER'], { code: 'gw' });
  const heater = { farmId, channel: channels.get('heater') ?? 0 };
  const settings = { ...defaultSettings('HEATER'), isCommanded: true };
  await store.db.transaction().execute((trx) => setActuator(trx, heater, settings));
  const { ack, state } = engine.events;
  const events = {
    ack: (code: string, answer: Ack) => ack(farmId, 'gw', code, answer),
    state: (code: string, reported: ActuatorState) => state(farmId, 'gw', code, reported),
  };
  controllers.attach(farmId, 'gw', createSimulatedController({ heater: 0 }, { now, events }).controller);
  const read = async (value: number) => {
    // Within one minute, so that the time alone makes nothing due.
    clock += SECOND_MS;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ readings: [{ sensor: 'temperature', at: new Date(clock).toISOString(), value }] });
    expect((await fetch(`${url}/api/ingest`, { method: 'POST', headers, body })).status).toBe(200);
  };
  await read(15);
  // Its equipment is newer than the list of farms.
  engine.wakeAll();
  // The first run gives the controller its limits, the second knows that they are in force.
  await engine.run();
  await engine.run();
  const commands = () => store.db.selectFrom('command').select(['action', 'why']).execute();
  expect(await commands()).toEqual([]);
  await read(1.5);
  expect(await pollUntil(commands, ({ length }) => length > 0)).toEqual([{ action: 'on', why: 'frost' }]);
});

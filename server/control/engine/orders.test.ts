import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { aValve, BEGIN, equipment, started } from '../../../tests/support/control/commanded-equipment.ts';
import { setActuator } from '../actuators.ts';

it('does not take the state from before a start for its end', async () => {
  const fan = await equipment('FAN');
  await fan.byHand(60);
  const { id, run } = fan.last();
  fan.says(id, 'accepted', 'running');
  await fan.look();
  expect(await fan.states()).toEqual(['running']);
  fan.shows(100, { id, run });
  await fan.look();
  expect(await fan.states()).toEqual(['running']);
  fan.shows(0);
  await fan.look();
  expect(await fan.states()).toEqual(['done']);
});

it('does not take the state from before a start for its end after another process has decided, either', async () => {
  const fan = await equipment('FAN');
  await fan.byHand(60);
  const { id, run } = fan.last();
  fan.says(id, 'accepted', 'running');
  await fan.look();
  await fan.losesLease();
  await fan.look();
  expect(await fan.states()).toEqual(['running']);
  fan.pass(SECOND_MS);
  fan.shows(100, { id, run });
  await fan.look();
  fan.shows(0);
  await fan.look();
  expect(await fan.states()).toEqual(['done']);
});

it('does not say that a vent has arrived before its controller has shown it since', async () => {
  const vent = await equipment('VENT', { deadbandPct: 1, holdSec: 0 });
  vent.shows(50);
  vent.pass(SECOND_MS);
  await vent.byHand(60, 54);
  const { id, run } = vent.last();
  vent.says(id, 'accepted');
  await vent.look();
  expect(await vent.stateOf(id)).toBe('accepted');
  vent.shows(50, { id, run, isMoving: true });
  await vent.look();
  vent.shows(54, { id, run });
  await vent.look();
  expect(await vent.stateOf(id)).toBe('done');
});

it('sends a vent no second command while its controller still shows what stood before the first', async () => {
  const vent = await equipment('VENT', { deadbandPct: 1, holdSec: 0 });
  vent.shows(50);
  await vent.byHand(60, 54);
  const { id, run } = vent.last();
  await vent.look();
  vent.says(id, 'accepted');
  await vent.look();
  vent.shows(50, { id, run, isMoving: true });
  await vent.look();
  vent.shows(54, { id, run });
  await vent.look();
  expect(vent.orders.map((one) => one.do)).toEqual(['position']);
});

it('sends the stop of what has not ended, though the look that saw it could not be stored', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 5);
  valve.pass(7 * MINUTE_MS);
  valve.shows(100, { id, run });
  await valve.withoutStore(valve.look);
  expect(valve.orders.map((one) => one.do)).toEqual(['on']);
  await valve.look();
  expect(valve.orders.map((one) => one.do)).toContain('stop');
  expect(await valve.states()).toContain('unproved');
});

it('looks again within seconds when a look could not be stored', async () => {
  const valve = await aValve();
  await valve.withoutStore(() => valve.byHand(5));
  expect(valve.orders).toEqual([]);
  valve.pass(5 * SECOND_MS);
  await valve.run();
  expect(valve.orders.map((one) => one.do)).toEqual(['on']);
});

it('does not say that a stop is done while the valve is seen open', async () => {
  const valve = await aValve();
  await valve.byHand(5);
  const { id, run } = valve.last();
  valve.says(id, 'accepted', 'running');
  valve.pass(7 * MINUTE_MS);
  valve.shows(100, { id, run });
  await valve.look();
  const stop = valve.orders.find((one) => one.do === 'stop');
  valve.says(stop?.id ?? '', 'accepted');
  await valve.look();
  expect(await valve.stateOf(stop?.id)).toBe('accepted');
  valve.shows(0);
  await valve.look();
  expect(await valve.stateOf(stop?.id)).toBe('done');
});

it('gives a start that it sends again after its end no newer number, under whatever term', async () => {
  const valve = await aValve();
  valve.loses(true);
  await valve.byHand(5);
  valve.loses(false);
  await valve.endHand();
  await valve.look();
  expect(valve.last().do).toBe('off');
  valve.says(valve.last().id, 'accepted', 'done');
  await valve.look();
  await valve.restart();
  valve.shows(0);
  valve.pass(6 * SECOND_MS);
  await valve.look();
  const [start, end, ...later] = valve.orders;
  expect([start?.do, end?.do]).toEqual(['on', 'off']);
  // Its controller refuses a start that is older than an end.
  for (const { id, term, seq } of later) expect({ id, term, seq }).toEqual({ id: start?.id, term: 1, seq: 1 });
});

it('ends the run that its controller reports, under a new id, though the copy that was put back knows of none', async () => {
  const fan = await equipment('FAN', { minOnSec: 0 });
  const { id, run } = await started(fan, 30);
  await fan.store.db.deleteFrom('control_memory').execute();
  await fan.store.db.deleteFrom('command').execute();
  await fan.endHand();
  await fan.restart();
  fan.shows(100, { id, run });
  await fan.run();
  fan.shows(100, { id, run });
  await fan.look();
  expect(fan.last()).toMatchObject({ do: 'off', run });
  expect(fan.last().id).not.toBe(id);
});

it('tells a controller that its last actuator was deleted, so that what runs there ends', async () => {
  const valve = await aValve();
  expect(Object.keys(valve.documents.at(-1)?.channels ?? {})).toHaveLength(1);
  await valve.byHand(30);
  await valve.store.db.updateTable('channel').set({ deleted_at: BEGIN }).execute();
  await valve.look();
  expect(valve.documents.at(-1)).toMatchObject({ version: 2, channels: {}, guards: [] });
});

it('brings the command of an actuator that was deleted to an end', async () => {
  const valve = await aValve();
  const { id } = await started(valve, 30);
  await valve.store.db.updateTable('channel').set({ deleted_at: BEGIN }).execute();
  valve.pass(32 * MINUTE_MS);
  await valve.look();
  expect(await valve.stateOf(id)).toBe('unproved');
});

it('sees a command to its end on a farm where nothing is commanded any more', async () => {
  const valve = await aValve();
  const { id } = await started(valve, 30);
  await valve.store.db.updateTable('actuator').set({ is_commanded: 0 }).execute();
  valve.pass(2 * MINUTE_MS);
  await valve.run();
  valve.shows(0);
  valve.pass(2 * MINUTE_MS);
  await valve.run();
  expect(await valve.stateOf(id)).toBe('done');
});

it('sends limits again, as they were, until they are taken', async () => {
  const farm = await aValve();
  farm.refuses(true);
  const fields = { ...defaultSettings('WATER'), isCommanded: true, maxRunSec: 600 };
  const { farmId, channel } = farm;
  await farm.store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
  const told = farm.documents.length;
  await farm.look();
  farm.pass(29 * SECOND_MS);
  await farm.look();
  expect(farm.documents.slice(told)).toHaveLength(1);
  farm.refuses(false);
  farm.pass(SECOND_MS);
  await farm.look();
  farm.pass(MINUTE_MS);
  await farm.look();
  const [first, again, ...more] = farm.documents.slice(told);
  expect(again).toEqual(first);
  expect(more).toEqual([]);
});

it('tells a controller that was away that nothing of its farm is commanded any more', async () => {
  const farm = await aValve();
  farm.goes();
  await farm.run();
  const fields = { ...defaultSettings('WATER'), isCommanded: false };
  const { farmId, channel } = farm;
  await farm.store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
  for (let minute = 0; minute < 3; minute += 1) {
    farm.pass(MINUTE_MS);
    await farm.run();
  }
  farm.comes();
  await farm.run();
  expect(farm.documents.at(-1)?.channels.water?.isCommanded).toBe(false);
});

it('tells a controller that was away that a longest run was lowered, and ends what has run for longer', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 50);
  valve.goes();
  const fields = { ...defaultSettings('WATER'), isCommanded: true, maxRunSec: 600 };
  const { farmId, channel } = valve;
  await valve.store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
  valve.pass(20 * MINUTE_MS);
  valve.comes();
  valve.shows(100, { id, run, endsAt: BEGIN + 50 * MINUTE_MS });
  await valve.run();
  expect(valve.documents.at(-1)?.channels.water?.maxRunSec).toBe(600);
  expect(valve.last()).toMatchObject({ do: 'off', run });
});

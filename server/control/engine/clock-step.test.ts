import { expect, it } from 'vitest';
import { decisionSentence, farmThing } from '#contract/control/words/decision-text.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { aValve, started } from '../../../tests/support/control/commanded-equipment.ts';
import { pageOfDecisions } from '../decisions.ts';

it('does not take a run for one that has not ended when the clock of the server is set an hour ahead', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 600);
  valve.pass(MINUTE_MS);
  valve.leaps(2 * HOUR_MS);
  valve.shows(100, { id, run });
  await valve.look();
  expect(await valve.stateOf(id)).toBe('running');
  expect(valve.orders.map((one) => one.do)).not.toContain('stop');
});

it('sees that a run has not ended though the clock of the server was set back', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 5);
  valve.leaps(-HOUR_MS);
  valve.pass(7 * MINUTE_MS);
  valve.shows(100, { id, run });
  await valve.look();
  expect(await valve.stateOf(id)).toBe('unproved');
  expect(valve.orders.map((one) => one.do)).toContain('stop');
});

it('sends a stop again until it is answered, though its clock was set ahead meanwhile', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 5);
  valve.pass(7 * MINUTE_MS);
  valve.shows(100, { id, run });
  await valve.look();
  const stop = valve.orders.find((one) => one.do === 'stop');
  valve.leaps(HOUR_MS);
  valve.pass(20 * SECOND_MS);
  await valve.look();
  expect(valve.orders.filter((one) => one.id === stop?.id)).toHaveLength(2);
});

it.each([3, -3])(
  'goes on with a run as long as is left when its clock was set by %s h while it was down',
  async (hours) => {
    const valve = await aValve();
    const { id, run } = await started(valve, 30);
    valve.pass(5 * MINUTE_MS);
    await valve.restart(() => valve.leaps(hours * HOUR_MS));
    valve.pass(MINUTE_MS);
    const shows = (leftMin: number) => valve.shows(100, { id, run, endsAt: valve.now() + leftMin * MINUTE_MS });
    shows(25);
    await valve.run();
    shows(25);
    await valve.look();
    expect(await valve.stateOf(id)).toBe('running');
    expect(valve.orders.map((one) => one.do)).toEqual(['on']);
    valve.pass(25 * MINUTE_MS);
    shows(1);
    await valve.look();
    expect(valve.last()).toMatchObject({ do: 'off', run });
  },
);

it('sees that a run has not ended though its clock was set back while it was down', async () => {
  const valve = await aValve();
  const { id, run } = await started(valve, 5);
  await valve.restart(() => valve.leaps(-3 * HOUR_MS));
  valve.pass(7 * MINUTE_MS);
  valve.shows(100, { id, run });
  await valve.run();
  valve.shows(100, { id, run });
  await valve.look();
  expect(await valve.stateOf(id)).toBe('unproved');
  expect(valve.orders.map((one) => one.do)).toContain('stop');
});

it('says in the log when the clock of the server was set, and by how much', async () => {
  const valve = await aValve();
  const log = async () => {
    const { rows } = await pageOfDecisions(valve.store, valve.farmId, { page: 1, size: 50 });
    return rows.filter(({ outcome }) => outcome === 'noted').map((row) => decisionSentence(row, farmThing(row)));
  };
  valve.pass(MINUTE_MS);
  valve.leaps(20 * SECOND_MS);
  await valve.look();
  expect(await log()).toEqual([]);
  valve.leaps(-62 * MINUTE_MS);
  // What cannot be stored is said with the next decision.
  await valve.withoutStore(() => valve.look().catch(() => undefined));
  await valve.look();
  await valve.look();
  expect(await log()).toEqual([
    '시계 알림 · 서버 시계가 1시간 2분 뒤로 맞춰짐 · 지난 시각을 다시 지나거나 10분이 지나면 시작',
  ]);
});

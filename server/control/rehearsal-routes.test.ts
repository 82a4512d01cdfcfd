import { describe, expect, it } from 'vitest';
import { type WaterSensor, waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aCommandedFarm } from '../../tests/support/control/simulated-control.ts';

const morning = startOfSeoulDate('2026-04-16') + 9 * HOUR_MS;

/** The simulated farm with a commanded valve, some hours of readings, and a form that finds its soil too dry. */
async function aDryFarm() {
  const farm = await aCommandedFarm(morning);
  await farm.command('h1-water', 'WATER', { flowChannel: farm.channel('h1-flow'), nominalLpm: 240 });
  await farm.pass(45);
  const moisture = await farm.reading('h1-soil-moist');
  const fields: WaterSensor = {
    ...waterSensorDefaults,
    days: [1, 2, 3, 4, 5, 6, 7],
    seasons: [],
    name: 'soil',
    windows: [],
    sensors: [farm.channel('h1-soil-moist')],
    fromPct: Math.round(moisture) + 5,
    toPct: Math.round(moisture) + 20,
    forMin: 10,
    steps: [{ valve: farm.channel('h1-water'), doseMin: 20 }],
    dailyMax: { minutes: 120 },
  };
  const body = { farmIndex: farm.farmId, days: 1, fields };
  return {
    ...farm,
    fields,
    body,
    rehearse: (given: object = {}) => farm.call('POST', '/api/control/rehearsals', { ...body, ...given }),
  };
}

/** The contents of all tables of control and readings, as text. */
async function everything({ store }: Awaited<ReturnType<typeof aDryFarm>>): Promise<string> {
  const tables = [
    'rule',
    'command',
    'decision',
    'control_memory',
    'trip',
    'actuator',
    'reading',
    'rollup',
    'latest',
    'cleared_rule',
    'demo_state',
  ] as const;
  const rows = [];
  for (const table of tables) rows.push(await store.db.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}

describe('a rehearsal', () => {
  it('tells what the rule would have done, and moves and writes nothing', async () => {
    const farm = await aDryFarm();
    const before = await everything(farm);
    const { status, body } = await farm.rehearse();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.runs.length).toBeGreaterThan(0);
    expect(await everything(farm)).toBe(before);
    await farm.pass(3);
    expect(await farm.reading('h1-water')).toBe(0);
    expect(await farm.commands()).toEqual([]);
  });

  it('lets the simulated house answer where it is asked to', async () => {
    const farm = await aDryFarm();
    const open = (await farm.rehearse()).body.data;
    const closed = (await farm.rehearse({ isClosedLoop: true })).body.data;
    expect(open).toMatchObject({ isClosedLoop: false, hasModel: true });
    expect(open.caveats[0]).toBe('OPEN_LOOP');
    expect(closed).toMatchObject({ isClosedLoop: true, hasModel: true });
    expect(closed.caveats[0]).toBe('CLOSED_LOOP');
    // Nothing was measured before nine; the model covers the night, too.
    expect(open.days[0].unknownMinutes).toBeGreaterThan(500);
    expect(closed.days[0].unknownMinutes).toBe(0);
    const silent = open.blocks.find(({ row }: { row: { reason: string } }) => row.reason === 'SENSOR_SILENT');
    expect(silent.row.by).toContain('토양 수분');
    // The soil responds, so doses follow each other and no missing rise is reported.
    expect(closed.runs.length).toBeGreaterThanOrEqual(3);
    const reasons = closed.blocks.map(({ row }: { row: { reason: string } }) => row.reason);
    expect(reasons).not.toContain('NO_RISE');
  });

  it('stands in the audit log with who did it', async () => {
    const farm = await aDryFarm();
    await farm.rehearse();
    const lines = await farm.store.db.selectFrom('audit').select(['action', 'login', 'subject_name']).execute();
    expect(lines).toContainEqual({ action: 'control.rehearse', login: 'grower', subject_name: 'soil' });
  });

  it('is one at a time for whoever asks', async () => {
    const farm = await aDryFarm();
    // So long that the second is asked while the first goes on, also on a fast machine.
    const days = 14;
    const both = await Promise.all([farm.rehearse({ days }), farm.rehearse({ days })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'REHEARSAL_RUNNING' });
    expect((await farm.rehearse()).status).toBe(200);
  });

  it('says at the field what does not fit the farm', async () => {
    const farm = await aDryFarm();
    const steps = [{ valve: farm.channel('h1-soil-moist'), doseMin: 20 }];
    expect(await farm.rehearse({ fields: { ...farm.fields, steps } })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', field: 'fields.steps.0.valve' },
    });
  });

  it('knows no rule of another family by its id', async () => {
    const farm = await aDryFarm();
    const answer = await farm.rehearse({ id: '00000000-0000-4000-8000-000000000009' });
    expect(answer).toMatchObject({ status: 404 });
  });
});

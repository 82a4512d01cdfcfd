import { describe, expect, it } from 'vitest';
import type { Condition } from '#contract/control/rule/condition.ts';
import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import { aScriptedPast } from '../../../tests/support/control/scripted-past.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { addRule } from '../rule-commands.ts';
import { createPace } from './pace.ts';
import { loadPastOf } from './past.ts';
import { rehearse } from './rehearse.ts';

const RULE = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
/** Noon of a spring day; the fourteen days that end with it begin on 3 April. */
const end = startOfSeoulDate('2026-04-16') + 12 * HOUR_MS;
const begin = startOfSeoulDate('2026-04-03');
const always = { enabled: true, mode: 'act', windows: [], seasons: [], days: [1, 2, 3, 4, 5, 6, 7] } as const;

const hourOf = (at: number) => (at - startOfSeoulDay(at)) / HOUR_MS;
const isOn = (at: number, ...dates: string[]) => dates.some((date) => startOfSeoulDay(at) === startOfSeoulDate(date));

type Farm = Awaited<ReturnType<typeof aScriptedPast>> & { store: Awaited<ReturnType<typeof aStore>> };

async function aFarm(channels: Parameters<typeof aScriptedPast>[2], from = begin - 16 * DAY_MS): Promise<Farm> {
  const store = await aStore();
  return { store, ...(await aScriptedPast(store, { begin: from, end }, channels)) };
}

async function rehearsed({ store, farmId }: Farm, fields: RuleFields, signal = new AbortController().signal) {
  const pace = createPace(60_000, signal);
  const rule = { id: RULE, createdAt: end, fields };
  const past = await loadPastOf(store, { stations: false, forecasts: false }, { farmId, rule, begin, end }, pace);
  if (!past) throw new Error('there is no such farm');
  return rehearse(past, pace);
}

/** The totals of each day for the only moved actuator. */
function onDays({ days }: Awaited<ReturnType<typeof rehearsed>>) {
  return days.flatMap(({ date, things }) =>
    things.flatMap(({ runs, minutes }) => (runs > 0 ? [[date, runs, Math.round(minutes)] as const] : [])),
  );
}

const DRY = ['2026-04-05', '2026-04-09', '2026-04-14'];
/** Moist, except on three mornings from six to noon. */
const drySoil = (at: number) => (isOn(at, ...DRY) && hourOf(at) >= 6 && hourOf(at) < 12 ? 20 : 30);

const bySoil = (farm: Farm, given: object = {}): RuleFields => ({
  ...waterSensorDefaults,
  ...always,
  days: [...always.days],
  seasons: [],
  windows: [],
  name: 'soil',
  sensors: [farm.channel('SOIL_MOISTURE')],
  fromPct: 21,
  toPct: 23,
  forMin: 30,
  soakMin: 30,
  stepAfterDryDays: null,
  steps: [{ valve: farm.channel('WATER'), doseMin: 10 }],
  dailyMax: { minutes: 240 },
  ...given,
});

describe('a rule by soil moisture, over a past in which the soil was dry on three mornings', () => {
  it('waters once it has been dry for half an hour, and counts one run a day where nobody knows how soil answers', async () => {
    const farm = await aFarm({
      SOIL_MOISTURE: { says: drySoil, intervalMs: 10 * MINUTE_MS },
      WATER: { settings: { nominalLpm: 20 } },
    });
    const found = await rehearsed(farm, bySoil(farm));
    expect(onDays(found)).toEqual(DRY.map((date) => [date, 1, 10]));
    // Dry since six o'clock, and for half an hour as the rule requires.
    expect(found.runs.map(({ startAt }) => hourOf(startAt))).toEqual([6.5, 6.5, 6.5]);
    const litres = found.days.flatMap(({ things }) => things.map((one) => one.litres ?? 0));
    expect(litres.reduce((sum, one) => sum + one, 0)).toBeCloseTo(600, -1);
    expect(found).toMatchObject({ isCounted: true, untilAt: end, coverage: [{ share: 1 }], soilRuns: 0 });
    expect(found.caveats).toEqual(['OPEN_LOOP', 'SOIL_UNKNOWN', 'NOT_COMMANDED', 'LITRES_NOMINAL', 'NO_HANDS']);
  });

  it('goes by what past doses have done to the soil where there were three', async () => {
    const doses = ['2026-03-25', '2026-03-28', '2026-03-31'];
    const isDose = (at: number) => isOn(at, ...doses) && hourOf(at) >= 18 && hourOf(at) < 18.16;
    // For six hours from half past six; twelve hours after its peak the soil is as dry as before.
    const isWetter = (at: number) => isOn(at - 18.5 * HOUR_MS, ...doses) && hourOf(at - 18.5 * HOUR_MS) < 6;
    const farm = await aFarm({
      // A dose of ten minutes, 200 L, raises moisture by two points.
      SOIL_MOISTURE: { says: (at) => drySoil(at) + (isWetter(at) ? 2 : 0), intervalMs: 10 * MINUTE_MS },
      WATER: { says: (at) => (isDose(at) ? 100 : 0), settings: { nominalLpm: 20 } },
    });
    const found = await rehearsed(farm, bySoil(farm));
    // At the next check three quarters of a dose have arrived: 21.4, so another dose follows; after it 23.2.
    expect(onDays(found)).toEqual(DRY.map((date) => [date, 2, 20]));
    expect(found.caveats).toContain('SOIL_LEARNT');
    expect(found.soilRuns).toBe(3);
  });

  it('gives no sums where the soil was measured for less than seven tenths of the time', async () => {
    const farm = await aFarm(
      { SOIL_MOISTURE: { says: drySoil, intervalMs: 10 * MINUTE_MS }, WATER: { settings: { nominalLpm: 20 } } },
      end - 5 * DAY_MS,
    );
    const found = await rehearsed(farm, bySoil(farm));
    expect(found.isCounted).toBe(false);
    expect(found.coverage[0]?.share).toBeCloseTo(5 / 13.5, 1);
    expect(found.days[0]?.unknownMinutes).toBe(1_440);
    expect(found.blocks[0]).toMatchObject({ times: 1, row: { outcome: 'suspended', reason: 'SENSOR_SILENT' } });
  });
});

describe('a rule by the clock', () => {
  it('gives what it says on the days it names, with what really ran beside it', async () => {
    const farm = await aFarm({
      WATER: { says: (at) => (hourOf(at) >= 20 && hourOf(at) < 20.25 ? 100 : 0), settings: { nominalLpm: 30 } },
    });
    const found = await rehearsed(farm, {
      ...waterTimeDefaults,
      ...always,
      days: [1],
      seasons: [],
      windows: [],
      name: 'mondays',
      starts: ['06:30'],
      steps: [{ valve: farm.channel('WATER'), amount: 20 }],
    });
    expect(onDays(found)).toEqual([
      ['2026-04-06', 1, 20],
      ['2026-04-13', 1, 20],
    ]);
    expect(found.days[0]?.things[0]).toMatchObject({ runs: 0, ranMinutes: 15 });
    expect(found.caveats).not.toContain('SOIL_UNKNOWN');
  });
});

describe('a rule of a target', () => {
  const hot = (at: number) => (isOn(at, '2026-04-07') && hourOf(at) >= 12 && hourOf(at) < 15 ? 28 : 20);
  const airing = (farm: Farm, sensors = [farm.channel('TEMPERATURE')]): RuleFields => ({
    ...reservationTargetDefaults,
    ...always,
    days: [...always.days],
    seasons: [],
    windows: [],
    name: 'airing',
    sensors,
    targets: [{ from: '00:00', to: '23:59', value: 25 }],
    actuators: [farm.channel('VENT')],
    control: 'onoff',
  });

  it('tells degree hours beyond it, and for how long it would have had the vent open', async () => {
    const farm = await aFarm({ TEMPERATURE: { says: hot }, VENT: {} });
    // A second sensor that has never sent anything keeps a group of two from nothing.
    const found = await rehearsed(farm, airing(farm, [farm.channel('TEMPERATURE'), 99]));
    expect(found).toMatchObject({ isCounted: true, knownShare: 1, coverage: [{ share: 1 }, { share: 0 }] });
    const day = found.days.find(({ date }) => date === '2026-04-07');
    expect(day?.beyond).toEqual({ minutes: 180, degreeHours: 9 });
    expect(found.runs).toHaveLength(1);
    // Open for three hours, and closing for five minutes.
    expect(day?.things[0]?.minutes).toBeGreaterThanOrEqual(180);
    expect(day?.things[0]?.minutes).toBeLessThanOrEqual(187);
  });

  it('names the rule that goes first, and for how long', async () => {
    const farm = await aFarm({ TEMPERATURE: { says: hot }, VENT: { settings: { isCommanded: true } } });
    const condition: Condition = {
      kind: 'sensor',
      sensors: [farm.channel('TEMPERATURE')],
      by: 'max',
      op: 'above',
      value: 26,
      value2: null,
      hysteresis: 0,
      forMin: 0,
    };
    const stronger: RuleFields = {
      ...reservationCompositeDefaults,
      ...always,
      days: [...always.days],
      seasons: [],
      windows: [],
      name: 'heat wave',
      priority: 1,
      when: { match: 'all', items: [condition] },
      actions: [{ channel: farm.channel('VENT'), levelPct: 50, forSec: null, litres: null, afterSec: 0 }],
    };
    const id = { farmId: farm.farmId, id: OTHER };
    await farm.store.db.transaction().execute((trx) => addRule(trx, id, stronger, 0));
    const found = await rehearsed(farm, airing(farm));
    expect(found.conflicts).toEqual([
      { name: 'heat wave', channel: farm.channel('VENT'), minutes: 180, first: 'other' },
    ]);
  });
});

it('says how far it came when nobody waits for it any more', async () => {
  const farm = await aFarm({ SOIL_MOISTURE: { says: drySoil, intervalMs: 10 * MINUTE_MS }, WATER: {} });
  const gone = new AbortController();
  gone.abort();
  const found = await rehearsed(farm, bySoil(farm), gone.signal);
  expect(found.untilAt).toBeLessThan(found.toAt);
});

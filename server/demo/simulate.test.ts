import { beforeAll, describe, expect, it } from 'vitest';
import type { HeatSettings } from '#contract/heat/heat.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SEOUL_OFFSET_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { createClimate } from './climate.ts';
import { DEMO_SEED, type DemoFarm, demoFarms } from './farms.ts';
import {
  type ChannelSeries,
  type FarmState,
  parseFarmState,
  seedFarm,
  seedPlan,
  simulateFarm,
  startFarm,
} from './simulate.ts';

const now = startOfSeoulDate('2026-11-21') + 11.5 * HOUR_MS;
const plan = seedPlan(now);

function farmOf(code: string): DemoFarm {
  const found = demoFarms.find((farm) => farm.code === code);
  if (!found) throw new Error(`no farm ${code}`);
  return found;
}

function seriesOf(series: readonly ChannelSeries[], code: string): ChannelSeries {
  const found = series.find((one) => one.code === code);
  if (!found) throw new Error(`no channel ${code}`);
  return found;
}

function hourOf(at: number): number {
  return new Date(at + SEOUL_OFFSET_MS).getUTCHours();
}

function monthOf(at: number): number {
  return new Date(at + SEOUL_OFFSET_MS).getUTCMonth();
}

/** The mean of each month over the given hours of the day, from readings every ten minutes. */
function meansByMonth({ at, value }: ChannelSeries, hours: readonly number[]): number[] {
  const sums = Array.from({ length: 12 }, () => ({ sum: 0, count: 0 }));
  at.forEach((instant, i) => {
    const month = sums[monthOf(instant)];
    if (!month || instant % (10 * MINUTE_MS) !== 0 || !hours.includes(hourOf(instant))) return;
    month.sum += value[i] ?? 0;
    month.count += 1;
  });
  return sums.map(({ sum, count }) => sum / count);
}

/** Extremes of the readings with from <= at < to. */
function extremes({ at, value }: ChannelSeries, from: number, to: number) {
  const inside = value.filter((_, i) => (at[i] ?? 0) >= from && (at[i] ?? 0) < to);
  return { min: Math.min(...inside), max: Math.max(...inside), count: inside.length };
}

function days(farm: DemoFarm, from: string, count: number, heat: HeatSettings = farm.heat): ChannelSeries[] {
  const begin = startOfSeoulDate(from);
  return simulateFarm(farm, startFarm(farm, begin), { to: begin + count * DAY_MS, heat }).series;
}

describe('a seeded year', () => {
  let year: Map<string, { series: ChannelSeries[]; state: FarmState }>;

  beforeAll(() => {
    year = new Map(demoFarms.map((farm) => [farm.code, seedFarm(farm, now)]));
  }, 120_000);

  function seriesIn(code: string): ChannelSeries[] {
    return year.get(code)?.series ?? [];
  }

  function channels() {
    return demoFarms.flatMap((farm) =>
      farm.houses.flatMap((house) =>
        house.channels.map((channel) => ({
          farm,
          channel,
          series: seriesOf(seriesIn(farm.code), channel.code),
        })),
      ),
    );
  }

  it('holds only plausible values, at the resolution of their type, in strict order of time', () => {
    const wrong: string[] = [];
    for (const { farm, channel, series } of channels()) {
      const { plausible, decimals } = channelTypes[channel.type];
      for (let i = 0; i < series.at.length; i += 1) {
        const value = series.value[i] ?? Number.NaN;
        const inRange = value >= plausible[0] && value <= plausible[1];
        const later = i === 0 || (series.at[i] ?? 0) > (series.at[i - 1] ?? 0);
        const rounded = Number(value.toFixed(decimals)) === value;
        if (!inRange || !later || !rounded) wrong.push(`${farm.code}/${channel.code} ${i}: ${value}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(channels().length).toBeGreaterThan(40);
  });

  it('reports by the minute for thirty days and every ten minutes before', () => {
    const { at } = seriesOf(seriesIn('wahul'), 'h1-temp');
    expect(at[0]).toBe(plan.from + 10 * MINUTE_MS);
    expect(at.at(-1)).toBe(now);
    const fine = at.filter((instant) => instant >= plan.fineFrom);
    expect(fine.length).toBe((now - plan.fineFrom) / MINUTE_MS + 1);
    expect(at.every((instant) => instant >= plan.fineFrom || instant % (10 * MINUTE_MS) === 0)).toBe(true);
    expect(seriesOf(seriesIn('wahul'), 'h1-soil-temp').at.every((t) => t % (10 * MINUTE_MS) === 0)).toBe(true);
  });

  it('takes no more memory than its readings', () => {
    for (const { series } of channels()) {
      expect(series.at.buffer.byteLength + series.value.buffer.byteLength).toBe(16 * series.at.length);
      expect(series.at.length).toBeLessThan(31 * 1_440 + 336 * 144);
    }
  });

  it('has a few outages of hours, of the whole farm at once, and none in the last day', () => {
    for (const { code } of demoFarms) {
      const gaps = (channel: string) => {
        const { at } = seriesOf(seriesIn(code), channel);
        const long: [number, number][] = [];
        for (let i = 1; i < at.length; i += 1) {
          const [before, after] = [at[i - 1] ?? 0, at[i] ?? 0];
          if (after - before > HOUR_MS) long.push([before, after]);
        }
        return long;
      };
      const long = gaps('h1-temp');
      expect(long.length).toBeGreaterThanOrEqual(3);
      expect(long.length).toBeLessThanOrEqual(7);
      expect(gaps('h1-heater')).toEqual(long);
      for (const [before, after] of long) {
        expect(after - before).toBeLessThan(10 * HOUR_MS);
        expect(before).toBeLessThan(now - DAY_MS);
      }
    }
  });

  it('leaves the silent sensor silent since five hours, and no other', () => {
    for (const { farm, channel, series } of channels()) {
      const age = now - (series.at.at(-1) ?? 0);
      if (channel.code === farm.silent?.channel) expect(age).toBe(5 * HOUR_MS + MINUTE_MS);
      else expect(age).toBeLessThan(channel.intervalMs);
    }
  });

  it('has cooler nights than days and damper ones, every month in every house', () => {
    for (const { code, houses } of demoFarms) {
      for (const house of houses) {
        const night = meansByMonth(seriesOf(seriesIn(code), `${house.code}-temp`), [2, 3, 4]);
        const noon = meansByMonth(seriesOf(seriesIn(code), `${house.code}-temp`), [12, 13, 14]);
        const nightHumidity = meansByMonth(seriesOf(seriesIn(code), `${house.code}-humi`), [2, 3, 4]);
        const noonHumidity = meansByMonth(seriesOf(seriesIn(code), `${house.code}-humi`), [12, 13, 14]);
        for (let month = 0; month < 12; month += 1) {
          const where = `${code}/${house.code} month ${month + 1}`;
          expect((noon[month] ?? 0) - (night[month] ?? 0), where).toBeGreaterThan(2);
          expect((nightHumidity[month] ?? 0) - (noonHumidity[month] ?? 0), where).toBeGreaterThan(1);
        }
      }
    }
  });

  it('waters often in summer and little in winter', () => {
    const { at, value } = seriesOf(seriesIn('wimi'), 'h1-flow');
    const litres = (month: number) => {
      let sum = 0;
      at.forEach((instant, i) => {
        if (monthOf(instant) === month && instant % (10 * MINUTE_MS) === 0) sum += 10 * (value[i] ?? 0);
      });
      return sum;
    };
    const perM2 = (month: number) => litres(month) / 2_300;
    expect(perM2(6)).toBeGreaterThan(40);
    expect(perM2(6)).toBeLessThan(110);
    expect(perM2(0)).toBeLessThan(25);
  });

  it('never heats with open vents', () => {
    for (const farm of demoFarms) {
      for (const { code } of farm.houses) {
        const heater = seriesOf(seriesIn(farm.code), `${code}-heater`);
        const vent = seriesOf(seriesIn(farm.code), `${code}-vent`);
        expect(heater.value.some((pct, i) => pct > 0 && (vent.value[i] ?? 0) > 0)).toBe(false);
      }
    }
    expect(seriesOf(seriesIn('susan'), 'h1-heater').value.includes(100)).toBe(true);
  });
});

describe('a cold wave', () => {
  // 24 to 27 February 2026 are the coldest days of the first winter.
  const night = { from: startOfSeoulDate('2026-02-25'), to: startOfSeoulDate('2026-02-25') + 6 * HOUR_MS };

  function outsideMin(farm: DemoFarm): number {
    const climate = createClimate(farm.place, DEMO_SEED);
    let min = 99;
    for (let at = night.from; at < night.to; at += 10 * MINUTE_MS) min = Math.min(min, climate(at).temperatureC);
    return min;
  }

  it('makes the heater cycle and the heated house hold its target', () => {
    const farm = farmOf('wimi');
    const series = days(farm, '2026-02-24', 2);
    expect(outsideMin(farm)).toBeLessThan(1);
    const { min, max } = extremes(seriesOf(series, 'h1-temp'), night.from, night.to);
    expect(min).toBeGreaterThan(farm.heat.nightTargetC - 1);
    expect(max).toBeLessThan(farm.heat.nightTargetC + 3);
    const { at, value } = seriesOf(series, 'h1-heater');
    const starts = value.filter((pct, i) => {
      const instant = at[i] ?? 0;
      return instant >= night.from && instant < night.to && pct > 0 && value[i - 1] === 0;
    });
    expect(starts.length).toBeGreaterThan(6);
    expect(starts.length).toBeLessThan(60);
  });

  it('brings the unheated house close to outside, yet a little above', () => {
    const farm = farmOf('gosan');
    const { min } = extremes(seriesOf(days(farm, '2026-02-24', 2), 'h1-temp'), night.from, night.to);
    expect(min).toBeGreaterThan(outsideMin(farm));
    expect(min).toBeLessThan(outsideMin(farm) + 5);
  });

  it('is felt less within half an hour of raising the night target by five degrees', () => {
    const farm = farmOf('wimi');
    const at = night.from + 2 * HOUR_MS;
    const state = startFarm(farm, at);
    const raised = { ...farm.heat, nightTargetC: farm.heat.nightTargetC + 5 };
    for (const house of farm.houses) {
      const inside = (heat: HeatSettings) =>
        simulateFarm(farm, state, { to: at + 30 * MINUTE_MS, heat }).state.houses[house.code]?.inside.airC ?? 0;
      expect(inside(raised) - inside(farm.heat)).toBeGreaterThan(3);
    }
  });
});

describe('a sunny spring day', () => {
  it('lifts the house above outside and is capped by the vents', () => {
    const farm = farmOf('wimi');
    const noon = startOfSeoulDate('2026-04-11') + 13 * HOUR_MS;
    const series = days(farm, '2026-04-10', 2);
    const { min, max } = extremes(seriesOf(series, 'h1-temp'), noon - HOUR_MS, noon + HOUR_MS);
    expect(min).toBeGreaterThan(createClimate(farm.place, DEMO_SEED)(noon).temperatureC);
    expect(max).toBeLessThan(29);
    const shut = {
      ...farm,
      houses: farm.houses.map((house) => ({ ...house, structure: { ...house.structure, ventFactor: 0 } })),
    };
    const hot = extremes(seriesOf(days(shut, '2026-04-10', 2), 'h1-temp'), noon - HOUR_MS, noon + HOUR_MS);
    expect(hot.max).toBeGreaterThan(max + 8);
  });
});

describe('determinism', () => {
  const farm = farmOf('gosan');
  const from = startOfSeoulDate('2026-06-01');
  const faults = { outagesUntil: from + 60 * DAY_MS, silentFrom: from + 9 * DAY_MS };
  const span = { to: from + 12 * DAY_MS, heat: farm.heat, fineFrom: from + 6 * DAY_MS };

  it('gives the same readings for the same seed', () => {
    const one = simulateFarm(farm, startFarm(farm, from, faults), span);
    expect(simulateFarm(farm, startFarm(farm, from, faults), span)).toEqual(one);
  });

  it('goes on from a stored state as if it had never stopped', () => {
    const whole = simulateFarm(farm, startFarm(farm, from, faults), span);
    // In the middle of an outage, of a watering, of the part by the minute, and one minute before the end.
    const cuts = [from + 4 * DAY_MS + 9 * HOUR_MS, from + 7 * DAY_MS + 6.8 * HOUR_MS, span.to - MINUTE_MS, span.to];
    let state = startFarm(farm, from, faults);
    const parts = cuts.map((to) => {
      const run = simulateFarm(farm, state, { ...span, to });
      const stored = parseFarmState(farm, JSON.stringify(run.state));
      if (!stored) throw new Error('the state can be read back');
      state = stored;
      return run.series;
    });
    expect(state).toEqual(whole.state);
    for (const { code, at, value } of whole.series) {
      expect(parts.flatMap((part) => [...seriesOf(part, code).at])).toEqual([...at]);
      expect(parts.flatMap((part) => [...seriesOf(part, code).value])).toEqual([...value]);
    }
  });

  it('does not depend on the zone of the host', () => {
    const zone = process.env.TZ;
    const runIn = (name: string) => {
      process.env.TZ = name;
      return {
        offset: new Date(from).getTimezoneOffset(),
        run: simulateFarm(farm, startFarm(farm, from, faults), span),
      };
    };
    try {
      const newYork = runIn('America/New_York');
      const seoul = runIn('Asia/Seoul');
      expect(newYork.offset).not.toBe(seoul.offset);
      expect(newYork.run).toEqual(seoul.run);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('refuses a state that is damaged or of other houses', () => {
    const state = startFarm(farm, from);
    expect(parseFarmState(farm, JSON.stringify(state))).toEqual(state);
    expect(parseFarmState(farm, '{"version":1')).toBeUndefined();
    expect(parseFarmState(farm, JSON.stringify({ ...state, version: 0 }))).toBeUndefined();
    expect(parseFarmState(farmOf('wimi'), JSON.stringify(state))).toBeUndefined();
  });
});

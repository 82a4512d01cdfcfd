import { dayHint, type Grown, nightHint } from '#contract/monitor/air-hints.ts';
import type { AirTarget, DayHeat, NightCold } from '#contract/monitor/climate.ts';
import { findingsOf, unbackedExtremes } from '#contract/quality/quality-rules.ts';
import type { Point } from '#contract/series/points.ts';
import { silentAfterMs } from '#contract/series/staleness.ts';
import { bucketLevels, bucketStart, DAY_MS, HOUR_MS, resolutionFor, stepOf } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { listPoints } from '../db/points.ts';
import type { FoundChannel } from '../monitor/queries.ts';

/** A night or a day, epoch ms, with the target temperatures of that time. */
type Stretch = { from: number; to: number; targets: readonly AirTarget[] };

/** A house: its channels, its crop and the crop's growth stages. */
type House = { channels: readonly FoundChannel[]; grown: Grown };

/** Points of one thermometer, without those it measured while its value was stuck or jumped. */
type Thermometer = { points: readonly Point[]; stepMs: number };

/** The coldest of a house's thermometers in a night; null without any trusted value. */
export async function reportNight(
  store: Queries,
  house: House,
  night: Stretch,
): Promise<Omit<NightCold, 'sunriseAt'> | null> {
  const thermometers = await thermometersIn(store, house, night);
  const nights = thermometers.flatMap(({ points, stepMs }) => {
    const [first] = points;
    if (!first) return [];
    const [at, value] = points.reduce((low, point) => (point[1] < low[1] ? point : low), first);
    const { ms, degreeHours } = beyond(points, stepMs, night, 'lowC');
    return [{ min: { value, at }, lowC: targetAt(night, at)?.lowC ?? null, belowMs: ms, degreeHours }];
  });
  const [worst] = nights.sort((a, b) => a.min.value - b.min.value);
  if (!worst) return null;
  const equipment = await equipmentIn(store, house, night);
  const hint = nightHint(worst.min, { grown: house.grown, hasHeater: equipment.heaterMs !== null });
  return { ...worst, sensors: thermometers.length, counted: nights.length, ...equipment, hint };
}

/** The hottest of a house's thermometers in a day; null without any trusted value. */
export async function reportDay(store: Queries, house: House, day: Stretch): Promise<DayHeat | null> {
  const thermometers = await thermometersIn(store, house, day);
  const days = thermometers.flatMap(({ points, stepMs }) => {
    const [first] = points;
    if (!first) return [];
    const [at, , , value] = points.reduce((high, point) => (point[3] > high[3] ? point : high), first);
    const { ms, degreeHours } = beyond(points, stepMs, day, 'highC');
    const highC = targetAt(day, at)?.highC ?? null;
    return [{ max: { value, at }, hour: hottestHour(points), highC, aboveMs: ms, degreeHours }];
  });
  const [worst] = days.sort((a, b) => b.max.value - a.max.value);
  if (!worst) return null;
  const hint = dayHint(worst.max, house.grown);
  return {
    ...worst,
    sensors: thermometers.length,
    counted: days.length,
    ...(await equipmentIn(store, house, day)),
    hint,
  };
}

const targetAt = ({ targets }: Stretch, at: number) => targets.find(({ from, to }) => from <= at && at < to);

/** How long a reading is valid, ms: until the next one, but only one step when a gap follows. */
function heldMs(points: readonly Point[], index: number, { to, stepMs }: { to: number; stepMs: number }): number {
  const at = points[index]?.[0] ?? to;
  const held = Math.min(points[index + 1]?.[0] ?? at + stepMs, to) - at;
  return held > silentAfterMs(stepMs) ? stepMs : held;
}

/** How long the air was outside its target, ms, and by how many degree hours. */
function beyond(points: readonly Point[], stepMs: number, stretch: Stretch, end: 'lowC' | 'highC') {
  let ms = 0;
  let degreeHours = 0;
  points.forEach(([at, , mean], index) => {
    const limit = targetAt(stretch, at)?.[end] ?? null;
    const by = limit === null ? 0 : end === 'lowC' ? limit - mean : mean - limit;
    if (by <= 0) return;
    const held = heldMs(points, index, { to: stretch.to, stepMs });
    ms += held;
    degreeHours += (by * held) / HOUR_MS;
  });
  return { ms, degreeHours: Math.round(degreeHours * 100) / 100 };
}

function hottestHour(points: readonly Point[]): DayHeat['hour'] {
  const hours = new Map<number, { sum: number; count: number }>();
  for (const [at, , mean] of points) {
    const from = bucketStart(at, HOUR_MS);
    const { sum, count } = hours.get(from) ?? { sum: 0, count: 0 };
    hours.set(from, { sum: sum + mean, count: count + 1 });
  }
  const means = [...hours].map(([from, { sum, count }]) => ({ from, mean: Math.round((sum / count) * 100) / 100 }));
  return means.reduce((top, hour) => (hour.mean > top.mean ? hour : top), means[0] ?? { from: 0, mean: 0 });
}

async function pointsIn(store: Queries, channel: FoundChannel, { from: begin, to: end }: Omit<Stretch, 'targets'>) {
  const resolution = resolutionFor(end - begin, channel.intervalMs);
  const points = await listPoints(store, { channel, resolution, begin, end });
  return { points, stepMs: stepOf(resolution, channel.intervalMs), resolution };
}

async function thermometersIn(store: Queries, { channels }: House, stretch: Stretch): Promise<Thermometer[]> {
  const sure: Thermometer[] = [];
  for (const channel of channels.filter(({ type }) => type === 'TEMPERATURE')) {
    const { points, stepMs, resolution } = await pointsIn(store, channel, stretch);
    const doubtful = await stillIn(store, channel, stretch);
    if (resolution === 'raw') doubtful.push(...jumpsIn(channel, points, stepMs));
    const isSure = ([at]: Point) => !doubtful.some(({ from, to }) => from <= at && at < to);
    sure.push({ points: points.filter(isSure), stepMs });
  }
  return sure.map(({ points, stepMs }, own) => {
    const others = sure.flatMap((other, at) => (at === own ? [] : [other.points]));
    const { low, high } = unbackedExtremes('TEMPERATURE', points, others);
    return { points: points.filter(([at]) => !low.has(at) && !high.has(at)), stepMs };
  });
}

/** Stretches in which a thermometer was stuck. Includes the day before, because the rule ignores constant nights. */
async function stillIn(store: Queries, channel: FoundChannel, { from, to }: Stretch) {
  const resolution = '10m';
  const points = await listPoints(store, { channel, resolution, begin: from - DAY_MS, end: to });
  const stepMs = Math.max(bucketLevels[resolution], channel.intervalMs);
  const { index, type } = channel;
  return findingsOf({ channel: index, type, points, stepMs }).filter(({ rule }) => rule === 'flat');
}

/** Jumps that go back within minutes. For a jump that does not go back it is unknown which side is wrong. */
function jumpsIn({ index, type }: FoundChannel, points: readonly Point[], stepMs: number) {
  const found = findingsOf({ channel: index, type, points, stepMs });
  return found.filter(({ rule, from, to }) => rule === 'jump' && to - from > stepMs);
}

/** From this percentage on, equipment counts as running, open or drawn: idle motors may report a little. */
const ON_FROM = 5;

async function equipmentIn(store: Queries, { channels }: House, stretch: Stretch) {
  const longest = async (type: 'HEATER' | 'VENT' | 'CURTAIN') => {
    const times: number[] = [];
    for (const channel of channels.filter((one) => one.type === type)) {
      const { points, stepMs } = await pointsIn(store, channel, stretch);
      if (points.length === 0) continue;
      const isOn = points.map(([, , mean]) => mean >= ON_FROM);
      times.push(isOn.reduce((sum, on, at) => (on ? sum + heldMs(points, at, { to: stretch.to, stepMs }) : sum), 0));
    }
    return times.length > 0 ? Math.max(...times) : null;
  };
  return { heaterMs: await longest('HEATER'), ventMs: await longest('VENT'), curtainMs: await longest('CURTAIN') };
}

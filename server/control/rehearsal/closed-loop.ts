import { MINUTE_MS } from '#contract/time/time.ts';
import { readingAt } from '../decide/readings.ts';
import type { Reported, Series } from '../decide/world.ts';
import type { Measured } from './measured.ts';
import type { Past } from './past.ts';
import type { SimulatedEquipment } from './simulated-equipment.ts';
import type { OutputState, SimulatedHouses } from './simulated-houses.ts';

/** Number of points kept for each sensor. */
const MOST_POINTS = 1_000;

type Points = (readonly [at: number, value: number])[];

/** Sensor values of simulated houses that react to the equipment, calculated minute by minute. */
export function createClosedLoop(past: Past, houses: SimulatedHouses, output: SimulatedEquipment['output']): Measured {
  const { equipment } = past.stored;
  const channels = new Map([...equipment.sensors, ...equipment.actuators].map(({ code, channel }) => [code, channel]));
  const commanded = new Map(
    equipment.actuators.filter(({ settings }) => settings.isCommanded).map(({ code, channel }) => [code, channel]),
  );
  const codes = new Set(commanded.keys());
  const pointsByChannel = new Map<number, Points>();
  let reachedAt = Number.NEGATIVE_INFINITY;
  const standing = (code: string): OutputState => output(commanded.get(code) ?? 0);
  const minute = () => {
    const { at, values } = houses.step(standing, codes);
    reachedAt = at;
    for (const [code, value] of values) {
      const channel = channels.get(code);
      if (channel === undefined) continue;
      const points = pointsByChannel.get(channel) ?? [];
      pointsByChannel.set(channel, points);
      points.push([at, value]);
      if (points.length > MOST_POINTS) points.splice(0, MOST_POINTS / 2);
    }
  };
  const pointsOf = (channel: number): Points => pointsByChannel.get(channel) ?? [];
  return {
    pass(_, at) {
      // The first call sets the clock of the simulation.
      if (reachedAt === Number.NEGATIVE_INFINITY) minute();
      while (reachedAt + MINUTE_MS <= at) minute();
    },
    series: (at) =>
      past.sensors.map((series): Series => {
        const points = pointsOf(series.channel);
        const newest = points.at(-1)?.[0];
        const silentMs = newest === undefined ? Number.MAX_SAFE_INTEGER : at - newest;
        return { ...series, points, silentMs, isDoubted: false };
      }),
    newest(channel, at) {
      const series = past.sensors.find((one) => one.channel === channel);
      const points = pointsOf(channel);
      return series ? (readingAt({ ...series, points }, at)?.value ?? null) : null;
    },
    uncommanded: (at) =>
      equipment.actuators.flatMap(({ channel, settings }): Reported[] => {
        const newest = settings.isCommanded ? undefined : pointsOf(channel).at(-1);
        return newest ? [{ channel, levelPct: newest[1], isMoving: false, at, endsInMs: null }] : [];
      }),
  };
}

import { leaksOf, missingFlowOf, suspectedFlow } from '#contract/quality/flow-rules.ts';
import type { Finding } from '#contract/quality/quality-rules.ts';
import type { Queries } from '../db/open.ts';
import { type Bucket, bucketsOf, readingsOf, type Span, WIDTH_MS } from './points.ts';

type Channel = { index: number; type: string; areaName: string; intervalMs: number; at: number | null };

type Asked = {
  meter: Channel;
  /** Buckets of the meter. */
  buckets: readonly Bucket[];
  /** All channels of the farm. */
  all: readonly Channel[];
  span: Span;
};

/** Findings from comparing a flow meter with the farm's valves. One that continues ends after the last bucket. */
export async function findFlowFindings(
  store: Queries,
  farmId: number,
  { meter, buckets, all, span }: Asked,
): Promise<Finding[]> {
  const valves = valvesOf(all);
  const ofMeter = buckets.map(({ point }) => point);
  const ofValves: Bucket[][] = [];
  for (const { index } of valves) ofValves.push(await bucketsOf(store, farmId, index, span));
  const points = ofValves.map((own) => own.map(({ point }) => point));
  const end = (ofMeter.at(-1)?.[0] ?? 0) + WIDTH_MS;
  const found: Finding[] = [];
  for (const suspected of suspectedFlow(ofMeter, points, WIDTH_MS)) {
    const seriesOf = async ({ index, intervalMs }: Channel) => ({
      points: await readingsOf(store, farmId, index, suspected),
      stepMs: intervalMs,
    });
    const meterReadings = await seriesOf(meter);
    const valveReadings = new Map<Channel, Awaited<ReturnType<typeof seriesOf>>>();
    for (const valve of valves) valveReadings.set(valve, await seriesOf(valve));
    const own = nearest(valves, meter).flatMap((valve) => valveReadings.get(valve) ?? []);
    const findingOf = (rule: 'leak' | 'no-flow') => (one: Span) => {
      const to = one.to > (meter.at ?? 0) ? Math.max(one.to, end) : one.to;
      return { channel: meter.index, rule, from: one.from, to };
    };
    found.push(...leaksOf(meterReadings, [...valveReadings.values()]).map(findingOf('leak')));
    found.push(...missingFlowOf(meterReadings, own).map(findingOf('no-flow')));
  }
  return found;
}

/** The valves that let water out: of the zones, or main valves where there are none. A main valve may stay open. */
function valvesOf(all: readonly Channel[]): Channel[] {
  const zones = all.filter(({ type }) => type === 'WATER');
  return zones.length > 0 ? zones : all.filter(({ type }) => type === 'MWATER');
}

/** The valves whose water must pass the meter: those of its own house, or all valves when the house has none. */
function nearest(valves: readonly Channel[], { areaName }: Channel): readonly Channel[] {
  const own = valves.filter((valve) => valve.areaName === areaName);
  return own.length > 0 ? own : valves;
}

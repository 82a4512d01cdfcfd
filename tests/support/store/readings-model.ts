import type { Point } from '#contract/series/points.ts';
import { type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';
import { bucketLevels, bucketStart, DAY_MS, type Resolution, SEOUL_OFFSET_MS } from '#contract/time/time.ts';
import type { Sent, Span, Tiles, Told } from './store-program.ts';

type Kept = {
  channelId: number;
  at: number;
  value: number;
  isPlausible: boolean;
  /** Whether it counts for nothing, once that cannot change any more: its reading is gone, its buckets stay. */
  wasLeftOut?: boolean;
};

type Range = { begin: number; end: number };

type Channel = { channelId: number; type: ChannelTypeName };

/** Means are written to the hundredth for the types that are used here. */
const UNIT = 100;
const MICROS_A_UNIT = 1e6 / UNIT;
const widths = Object.entries(bucketLevels) as [keyof typeof bucketLevels, number][];

/**
 * What a store must tell, the slow way: all readings ever stored in one list, each answer made of it anew. It knows no
 * rows, no sealed days, no process.
 */
export class ReadingsModel {
  readonly #farmId: number;
  readonly #channels: ReadonlyMap<string, Channel>;
  readonly #kept = new Map<string, Kept>();
  readonly #leftOut = new Map<string, Span>();
  readonly #keptFrom: Record<Resolution, number> = { raw: 0, '10m': 0, '1h': 0, '1d': 0 };

  constructor(farmId: number, channels: ReadonlyMap<string, Channel>) {
    this.#farmId = farmId;
    this.#channels = channels;
  }

  get keptFrom(): number {
    return this.#keptFrom.raw;
  }

  /** The readings that were dropped, as they were sent. */
  get dropped(): Sent[] {
    const codes = new Map([...this.#channels].map(([sensor, { channelId }]) => [channelId, sensor]));
    return this.#all()
      .filter(({ wasLeftOut }) => wasLeftOut !== undefined)
      .map(({ channelId, at, value }) => ({ sensor: codes.get(channelId) ?? '', at, value }));
  }

  /** How many of them are new, known already, and too old. */
  store(readings: readonly Sent[]) {
    const counts = { stored: 0, duplicate: 0, refused: 0 };
    for (const { sensor, at, value } of readings) {
      const { channelId, type } = this.#channel(sensor);
      const key = `${channelId} ${at}`;
      if (at < this.#keptFrom.raw) counts.refused += 1;
      else if (this.#kept.has(key)) counts.duplicate += 1;
      else {
        const [least, most] = channelTypes[type].plausible;
        this.#kept.set(key, { channelId, at, value, isPlausible: value >= least && value <= most });
        counts.stored += 1;
      }
    }
    return counts;
  }

  exclude(name: string, span: Span): void {
    this.#leftOut.set(name, span);
  }

  lift(name: string): void {
    this.#leftOut.delete(name);
  }

  drop(before: number, levels: readonly Resolution[]): void {
    for (const level of levels) this.#keptFrom[level] = Math.max(this.#keptFrom[level], before);
    for (const one of this.#all()) if (one.at < this.#keptFrom.raw) one.wasLeftOut ??= this.#isOut(one);
  }

  tell({ begin, end }: Range): Omit<Told, 'cursor' | 'changes'> {
    const byPlace =
      <One extends { channelId: number }>(of: (one: One) => number) =>
      (a: One, b: One) =>
        a.channelId - b.channelId || of(a) - of(b);
    const all = this.#all().sort(byPlace(({ at }) => at));
    const good = all.filter((one) => !this.#isOut(one));
    const readings = good
      .filter(({ at }) => at >= this.#keptFrom.raw)
      .map(({ channelId, at, value }) => ({ channelId, at, value }));
    const channels = [...this.#channels.values()].map(({ channelId }) => channelId).sort((a, b) => a - b);
    const newest = channels.flatMap((channelId) => {
      const last = all.filter((one) => one.channelId === channelId).at(-1);
      return last ? [{ channelId, at: last.at, value: last.value }] : [];
    });
    const buckets = widths
      .flatMap(([level, width]) => this.#bucketsOf(good, level, width))
      .sort((a, b) => a.channel_id - b.channel_id || a.width - b.width || a.start - b.start);
    const pointsOf = (channelId: number): Tiles => {
      const inside = <One extends { at: number }>({ at }: One) => at >= begin && at < end;
      const raw = readings.filter((one) => one.channelId === channelId && inside(one));
      const of = (level: keyof typeof bucketLevels): Point[] =>
        buckets
          .filter((one) => one.channel_id === channelId && one.width === bucketLevels[level])
          .map(({ start, min, max, count, sum_micro: sum }) => {
            const parts = count * MICROS_A_UNIT;
            const mean = Math.sign(sum) * Math.floor((2 * Math.abs(sum) + parts) / (2 * parts));
            return [start, min, Math.min(max, Math.max(min, mean / UNIT)), max];
          });
      return {
        raw: raw.map(({ at, value }) => [at, value, value, value]),
        ...{ '10m': of('10m'), '1h': of('1h'), '1d': of('1d') },
      };
    };
    return { readings, buckets, newest, tiles: Object.fromEntries(channels.map((one) => [one, pointsOf(one)])) };
  }

  /** What can be seen of each day that is still kept, by channel and number of the day: whoever keeps it must be told. */
  days(range: Range): Map<string, string> {
    const seen = new Map<string, unknown[]>();
    for (const [channelId, tiles] of Object.entries(this.tell(range).tiles)) {
      for (const [level, points] of Object.entries(tiles)) {
        for (const point of points) {
          if (point[0] < this.#keptFrom.raw) continue;
          const day = `${channelId} ${Math.floor((point[0] + SEOUL_OFFSET_MS) / DAY_MS)}`;
          seen.set(day, [...(seen.get(day) ?? []), level, point]);
        }
      }
    }
    return new Map([...seen].map(([day, points]) => [day, JSON.stringify(points)]));
  }

  #bucketsOf(good: readonly Kept[], level: keyof typeof bucketLevels, width: number): Told['buckets'] {
    const groups = new Map<string, Kept[]>();
    for (const one of good) {
      if (one.at < this.#keptFrom[level]) continue;
      const key = `${one.channelId} ${bucketStart(one.at, width)}`;
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups.values()].map((group) => {
      const values = group.map(({ value }) => value);
      const [min, max] = [Math.min(...values), Math.max(...values)];
      const firstWith = (value: number) => group.find((one) => one.value === value)?.at ?? 0;
      const [{ channelId, at } = { channelId: 0, at: 0 }] = group;
      return {
        ...{ farm_id: this.#farmId, channel_id: channelId, width, start: bucketStart(at, width) },
        ...{ count: group.length, sum_micro: values.reduce((sum, value) => sum + Math.round(value * 1e6), 0) },
        ...{ min, min_at: firstWith(min), max, max_at: firstWith(max) },
      };
    });
  }

  #isOut({ channelId, at, isPlausible, wasLeftOut }: Kept): boolean {
    if (wasLeftOut !== undefined) return wasLeftOut;
    const isExcluded = [...this.#leftOut.values()].some(
      (span) => span.channelId === channelId && at >= span.from && at < span.to,
    );
    return isExcluded || !isPlausible;
  }

  #all = () => [...this.#kept.values()];

  #channel(sensor: string): Channel {
    const channel = this.#channels.get(sensor);
    if (!channel) throw new Error(`there is no sensor ${sensor}`);
    return channel;
  }
}

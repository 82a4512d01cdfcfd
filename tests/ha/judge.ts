import type { AppProcess, Installation } from './installation.ts';
import { type Load, measured, nameOf, tilesNow, timeOf } from './load.ts';

/** What a fault must leave at zero. */
export type Findings = {
  /** Acknowledged readings that are not there with their value, and edits without an audit line. */
  lost: number;
  /** Readings that nobody has acknowledged, and edits with two audit lines. */
  doubled: number;
  /** Buckets that do not equal their readings. */
  buckets: number;
  /** Edits whose effect is not there, or lines in a wrong order. */
  effects: number;
  /** Devices whose tiles are not those of the server, whose cursor fell, or that were told of another history. */
  devices: number;
  /** Writes that a primary has acknowledged while it was cut off from everybody. */
  alone: number;
  /** Times at which two processes had one lease. */
  leases: number;
  /** Processes that ended by themselves. */
  ended: number;
};

/** Compares what was acknowledged with what is there, while nothing is under way. */
export async function judge(installation: Installation, load: Load, began: number): Promise<Findings> {
  const { databases } = installation;
  const { readings, buckets, edits, name } = await databases.ask(async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const rows = async (text: string, values: unknown[] = []) =>
      (await client.query({ text, values, rowMode: 'array' })).rows;
    const farm = installation.farms[0]?.farmId;
    return {
      readings: await rows('select farm_id, at::float8, value from reading'),
      buckets: Number((await rows(BUCKETS))[0]?.[0]),
      edits: await rows(
        `select after::json->>'farmName' from audit where farm_id = $1 and action = 'farm.update' order by audit_id`,
        [farm],
      ),
      name: (await rows('select name from farm where farm_id = $1', [farm]))[0]?.[0],
    };
  });
  const found = new Map<number, Map<number, number>>(installation.farms.map(({ farmId }) => [farmId, new Map()]));
  for (const [farmId, at, value] of readings) found.get(farmId)?.set(at, value);
  let [lost, extra] = [0, 0];
  for (const [farmId, count] of load.sent) {
    const there = found.get(farmId) ?? new Map();
    let right = 0;
    for (let n = 0; n < count; n += 1) if (there.get(timeOf(began, n)) === measured(farmId, n)) right += 1;
    lost += count - right;
    extra += there.size - right;
  }
  const lines = edits.map(([line]) => line);
  const named = new Set(lines);
  const acknowledged = Array.from({ length: load.edits }, (_, n) => nameOf(n + 1));
  return {
    lost: lost + acknowledged.filter((one) => !named.has(one)).length,
    doubled: extra + lines.length - named.size,
    buckets,
    effects:
      Number(name !== acknowledged.at(-1) && load.edits > 0) + lines.filter((one, n) => one !== nameOf(n + 1)).length,
    devices: await countWrongDevices(load, installation),
    alone: installation.writtenAlone,
    leases: overlaps(installation.history),
    ended: await countEnded(installation),
  };
}

/** Buckets that readings have and rows do not, or the other way round, or that differ in anything but their times. */
const BUCKETS = `
  with made as (
    select channel_id, width, (at + 32400000) / width * width - 32400000 as start, count(*) as count,
      sum(round(value * 1000000))::bigint as sum_micro, min(value) as min, max(value) as max
    from reading, (values (600000::bigint), (3600000), (86400000)) as w(width) group by 1, 2, 3)
  select count(*) from made full join rollup as kept using (channel_id, width, start)
  where (made.count, made.sum_micro, made.min, made.max) is distinct from (kept.count, kept.sum_micro, kept.min, kept.max)`;

async function countWrongDevices(load: Load, { url, token }: Installation): Promise<number> {
  const ask = async (path: string) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json();
  let wrong = 0;
  for (const follower of load.followers) {
    await load.look(follower);
    const days = [...follower.tiles.keys()];
    const now = days.length > 0 ? await tilesNow(follower.farm, days, ask) : [];
    const isSame = now.every(([day, tile]) => follower.tiles.get(day) === tile) && now.length === days.length;
    if (!isSame || follower.wrongs.length > 0) wrong += 1;
  }
  return wrong;
}

type Line = { time: number; msg: string; lease?: string };

/** Counts the times at which a process took a lease over while another one had not yet let it go, by their logs. */
function overlaps(history: readonly AppProcess[]): number {
  const spans = history.flatMap((app) => {
    const held = new Map<string, number>();
    const all: { lease: string; from: number; to: number; app: AppProcess }[] = [];
    for (const { time, msg, lease } of linesOf(app)) {
      if (!lease) continue;
      if (msg === 'this process has taken over') held.set(lease, time);
      const from = held.get(lease);
      if (msg !== 'another process takes over' || from === undefined) continue;
      held.delete(lease);
      all.push({ lease, from, to: time, app });
    }
    for (const [lease, from] of held) all.push({ lease, from, to: app.killedAt ?? Date.now(), app });
    return all;
  });
  return spans.filter((one) =>
    spans.some(
      (other) => other.app !== one.app && other.lease === one.lease && other.from > one.from && other.from < one.to,
    ),
  ).length;
}

/** The lines of a log that are whole. */
export function linesOf(app: AppProcess): Line[] {
  return app
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

async function countEnded({ history }: Installation): Promise<number> {
  const isRunning = Symbol();
  const ends = history
    .filter(({ killedAt }) => killedAt === undefined)
    .map(({ gone }) => Promise.race([gone, Promise.resolve(isRunning)]));
  return (await Promise.all(ends)).filter((one) => one !== isRunning).length;
}

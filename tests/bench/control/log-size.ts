import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { createFarmEngine, type ReportedState, storeDecisions } from '#server/control/engine/farm-engine.ts';
import { takeTerm } from '#server/control/engine/memory-store.ts';
import type { Store } from '#server/db/open.ts';
import { aFleet } from './fleet.ts';

const HOURS = 24;
const DAYS = { month: 30, year: 365 } as const;

/** Size of the log of a farm with 20 rules: simulates a day by the minute and asks the file. */
export async function benchLogSize(folder: string): Promise<void> {
  const fleet = await aFleet(folder, 1, startOfSeoulDate('2026-04-16'));
  const { store, controllers, now, farms } = fleet;
  const [farm] = farms;
  if (!farm) return;
  const term = await takeTerm(store);
  const none = () => {};
  const deps = {
    store,
    controllers,
    real: { stations: false, forecasts: false },
    now,
    monotonic: now,
    term,
    isClockTrusted: () => true,
  };
  const states = new Map<string, ReportedState>();
  const reported = (device: string, code: string) => states.get(`${device}/${code}`);
  const given = { ...deps, bootId: randomUUID(), touch: none, onStrayAck: none, reported };
  const engine = await createFarmEngine(given, farm.farmId);
  fleet.hearWith({
    ack: (_, device, code, ack) => void engine.ack(device, code, ack),
    state: (_, device, code, state) => void states.set(`${device}/${code}`, { state, receivedAt: now() }),
    link: none,
    clock: none,
  });
  for (const end = now() + HOURS * HOUR_MS; now() < end; ) {
    await fleet.pass();
    const decision = await engine.decide();
    if (decision) await storeDecisions(deps, [decision]);
    decision?.send();
  }
  for (const table of ['decision', 'command'] as const) {
    const { rows } = await store.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    const bytes = await storedBytes(store, table);
    const over = (days: number) => `${((bytes * days) / 1e6).toFixed(1)} MB`;
    console.log(
      `  ${table}s of a farm with 20 rules in a day: ${rows} rows; with their indexes ${over(DAYS.month)} a month, ${over(DAYS.year)} a year`,
    );
  }
  console.log('  (target: decisions at most 2 MB a month)');
  await store.close();
}

/** What a table and its indexes take in the file, without what is free in their pages. */
async function storedBytes({ db }: Store, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pgsize - unused) as bytes from dbstat
    where name in (select name from sqlite_master where tbl_name = ${table})`.execute(db);
  return rows[0]?.bytes ?? 0;
}

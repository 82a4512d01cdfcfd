import { randomUUID } from 'node:crypto';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { createFarmEngine, storeDecisions } from '#server/control/engine/farm-engine.ts';
import { takeTerm } from '#server/control/engine/memory-store.ts';
import { aFleet } from './fleet.ts';

const HOURS = 24;
const DAYS = { month: 30, year: 365 } as const;

/** Size of the log of a farm with 20 rules: simulates a day by the minute and adds up the text of all rows. */
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
  const engine = await createFarmEngine({ ...deps, bootId: randomUUID(), touch: none, onStrayAck: none }, farm.farmId);
  fleet.hearWith({
    ack: (_, device, code, ack) => void engine.ack(device, code, ack),
    state: (_, device, code, state) => engine.state(device, code, { state, receivedAt: now() }),
    link: none,
    clock: none,
  });
  for (const end = now() + HOURS * HOUR_MS; now() < end; ) {
    await fleet.pass();
    const decision = await engine.decide();
    if (decision) await storeDecisions(deps, [decision]);
    decision?.send();
  }
  const decisions = await store.db.selectFrom('decision').selectAll().execute();
  const commands = await store.db.selectFrom('command').selectAll().execute();
  // As text, with one byte a column for the table's own data.
  const bytes = (rows: readonly object[]) =>
    rows.reduce((sum, row) => sum + Object.values(row).reduce((all, value) => all + String(value).length + 1, 0), 0);
  for (const [name, rows] of [
    ['decisions', decisions],
    ['commands', commands],
  ] as const) {
    const a = (days: number) => `${((bytes(rows) * days) / 1e6).toFixed(1)} MB`;
    console.log(
      `  ${name} of a farm with 20 rules in a day: ${rows.length} rows; ${a(DAYS.month)} a month, ${a(DAYS.year)} a year`,
    );
  }
  console.log('  (target: decisions at most 2 MB a month)');
  await store.close();
}

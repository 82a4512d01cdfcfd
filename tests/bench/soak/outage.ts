import { DAY_MS, MINUTE_MS, SECOND_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { ServerProcess } from '../../support/server/server-process.ts';
import { quantile, spread, whole } from '../machine.ts';
import { openGateways, regularly, tellRefused } from './gateways.ts';
import { bodyOf, READINGS_A_BATCH, type SoakFarm } from './region.ts';

const PART_MS = 45 * SECOND_MS;
/** So much faster than it was measured. */
const TIMES = 10;
/** What a gateway sends at once after an outage. */
const BATCH_MINUTES = 25;
/** Such batches under way at a time: a server keeps 200,000 readings waiting, and answers more with 503. */
const BATCHES_AT_ONCE = 40;
/** Of so many farms one sends a whole day, so that there is something to seal. */
const FARMS_TO_A_DAY = 100;

/** Live readings of all farms; then beside them what the gateways have kept for days, ten times as fast. */
export async function drainOutage(servers: readonly ServerProcess[], farms: readonly SoakFarm[]): Promise<void> {
  const urls = servers.map(({ url }) => url);
  const living = openGateways(urls, farms);
  const kept = openGateways(urls, farms, BATCHES_AT_ONCE);
  const everyMs = MINUTE_MS / farms.length;
  let isOver = false;
  const live = regularly(
    everyMs,
    () => isOver,
    (n) => living.send(n % farms.length, bodyOf(Date.now())),
  );
  const until = (at: number) => () => performance.now() > at;
  await regularly(SECOND_MS, until(performance.now() + PART_MS), async () => {});
  const before = living.takeTimes();

  const began = performance.now();
  const from = startOfSeoulDay(Date.now()) - 4 * DAY_MS;
  await regularly((everyMs * BATCH_MINUTES) / TIMES, until(began + PART_MS), async (n) => {
    const round = Math.floor(n / farms.length) + 1;
    await kept.send(n % farms.length, bodyOf(from + round * BATCH_MINUTES * MINUTE_MS, BATCH_MINUTES));
  });
  await kept.idle();
  const tookMs = performance.now() - began;
  const during = living.takeTimes();
  const takes = kept.takeTimes();
  isOver = true;
  await live;
  await living.idle();
  const nominal = (farms.length * READINGS_A_BATCH) / MINUTE_MS;
  const drained = takes.length * READINGS_A_BATCH * BATCH_MINUTES;
  const [was, is] = [before, during].map((times) => quantile(times, 0.95));
  console.log(`  live before the outage is drained: ${spread(before)}`);
  console.log(
    `  live meanwhile: ${spread(during)}: ${((is ?? 0) / (was ?? 1)).toFixed(1)} × of before at p95 (to reach: 2)`,
  );
  console.log(
    `  drained ${whole(drained)} readings, ${whole(drained / (tookMs / SECOND_MS))}/s: ${(drained / tookMs / nominal).toFixed(1)} × real time (to reach: ${TIMES}); a batch of ${whole(READINGS_A_BATCH * BATCH_MINUTES)}: ${spread(takes)}`,
  );
  const days = Math.ceil(farms.length / FARMS_TO_A_DAY);
  for (let farm = 0; farm < days; farm += 1) {
    for (let end = from + DAY_MS; end > from; end -= BATCH_MINUTES * MINUTE_MS) {
      await kept.send(farm, bodyOf(end, Math.min(BATCH_MINUTES, (end - from) / MINUTE_MS)));
    }
  }
  await kept.idle();
  console.log(`  and a whole day of ${days} farms, to be sealed`);
  tellRefused(living, kept);
  living.close();
  kept.close();
}

import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#contract/time/time.ts';
import { seedBench, withServer } from './bench-store.ts';
import { httpClient } from './http-client.ts';
import { cpuSeconds, spread, whole } from './machine.ts';

const DEVICES = 500;
const SECONDS = 20;

/**
 * Many small devices at once. Each posts when its second comes, even if the server is late, and its waiting time counts
 * from then: a stalled server cannot hide the delay by slowing its callers.
 */
export async function benchDevices(dataDir: string): Promise<void> {
  const { devices } = await seedBench(dataDir, { devices: DEVICES, houses: 1 });
  await withServer(dataDir, async ({ url, pid }) => {
    const client = httpClient(url);
    const takes: number[] = [];
    /** Times after connections are open, keys are cached and the code is compiled. */
    const settled: number[] = [];
    const errors = new Map<string, number>();
    const count = (error: string) => errors.set(error, (errors.get(error) ?? 0) + 1);
    const cpuBefore = cpuSeconds(pid) ?? Number.NaN;
    const started = performance.now() + SECOND_MS;
    const post = async (key: string, body: string, due: number) => {
      await sleep(Math.max(0, due - performance.now()));
      // A timer may fire a moment early.
      const from = Math.min(due, performance.now());
      try {
        const { status } = await client.post('/api/ingest', key, body);
        if (status !== 200) count(`status ${status}`);
      } catch (error) {
        count(String(error));
      }
      const take = performance.now() - from;
      takes.push(take);
      if (due >= started + (SECONDS / 2) * SECOND_MS) settled.push(take);
    };
    const firstAt = Date.now() - SECONDS * SECOND_MS;
    await Promise.all(
      devices.flatMap(({ key, channels }, place) =>
        Array.from({ length: SECONDS }, (_, second) => {
          const at = firstAt + second * SECOND_MS;
          const readings = channels.map(({ code }) => ({ sensor: code, at, value: 20 + (second % 10) / 10 }));
          // Devices are not synchronised, so their posts are spread over the second.
          const due = started + second * SECOND_MS + (place / DEVICES) * SECOND_MS;
          return post(key, JSON.stringify({ readings }), due);
        }),
      ),
    );
    const cpu = (cpuSeconds(pid) ?? Number.NaN) - cpuBefore;
    client.close();
    const failed = [...errors].map(([error, times]) => `${error} × ${times}`).join(', ');
    console.log(`  ${DEVICES} devices, a batch of 8 readings each second, ${SECONDS} s: ${whole(takes.length)} posts`);
    console.log(`  errors: ${failed || 'none'}`);
    console.log(`  answered: ${spread(takes, [0.5, 0.99])}`);
    console.log(`  of these, the last ${SECONDS / 2} s: ${spread(settled, [0.5, 0.99])}`);
    console.log(`  server: ${((cpu / SECONDS) * 100).toFixed(0)} % of one processor`);
  });
}

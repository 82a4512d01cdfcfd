import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { SECOND_MS } from '#contract/time/time.ts';
import { guessesADay } from '../support/server/guessing.ts';
import { LOGIN, PASSWORD, seedBench, withServer } from './bench-store.ts';
import { httpClient, signInAs } from './http-client.ts';
import { quantile, spread, whole } from './machine.ts';

const SECONDS = 12;
const SIGN_INS = 200;
const READS_PER_SECOND = 40;
const POSTS_PER_SECOND = 20;
/** Left out at the beginning of each phase, while connections open and code is compiled. */
const WARM_UP_S = 2;

type Phase = { reads: number[]; posts: number[] };

/**
 * The delay of other calls while somebody guesses passwords from ever new addresses, compared with the delay without;
 * whether the owner can still sign in; and how many guesses the limit allows a day.
 */
export async function benchSignInFlood(dataDir: string): Promise<void> {
  const { devices } = await seedBench(dataDir, { devices: 1, houses: 1 });
  const [device] = devices;
  if (!device) return;
  await withServer(
    dataDir,
    async ({ url }) => {
      const { token } = await signInAs(url, LOGIN, PASSWORD);
      // A separate browser, because signing in again ends the session of the same browser.
      const owner = await signInAs(url, LOGIN, PASSWORD);
      const client = httpClient(url);
      const measure = async (): Promise<Phase> => {
        const begun = performance.now();
        const body = (n: number) =>
          JSON.stringify({
            readings: device.channels.map(({ code }) => ({ sensor: code, value: 20 + (n % 10) / 10 })),
          });
        const [reads, posts] = await Promise.all([
          paced(begun, READS_PER_SECOND, () => client.get('/api/farms', token)),
          paced(begun, POSTS_PER_SECOND, (n) => client.post('/api/ingest', device.key, body(n))),
        ]);
        return { reads, posts };
      };
      const before = await measure();
      const flood = startFlood(url);
      const signIns: number[] = [];
      const ownerComesBack = async () => {
        for (let n = 0; n < SECONDS - 1; n += 1) {
          const asked = performance.now();
          await owner.again();
          signIns.push(performance.now() - asked);
          await sleep(SECOND_MS / 2);
        }
      };
      const [during, answered] = await Promise.all([measure(), flood, ownerComesBack()]);
      client.close();
      print(before, during);
      const outcomes = Object.entries(answered).map(([outcome, count]) => `${whole(count)} ${outcome}`);
      console.log(`  the flood: ${outcomes.join(', ')}`);
      console.log(
        `  the owner, with the browser they know: ${signIns.length} of ${SECONDS - 1} got in, ${spread(signIns)}`,
      );
    },
    { TRUST_PROXY: '1' },
  );
  const allowed = [1, 3, 100, 1_000].map((addresses) => `${whole(guessesADay(addresses))} from ${whole(addresses)}`);
  console.log(`  guesses at one account in a simulated day, by addresses: ${allowed.join(', ')}`);
}

/** Calls at fixed times, even if the previous call is not answered; a delay counts from the scheduled time. */
async function paced(begun: number, perSecond: number, ask: (n: number) => Promise<{ status: number }>) {
  const takes: number[] = [];
  await Promise.all(
    Array.from({ length: SECONDS * perSecond }, async (_, n) => {
      const due = begun + (n / perSecond) * SECOND_MS;
      await sleep(Math.max(0, due - performance.now()));
      const { status } = await ask(n);
      if (status !== 200) throw new Error(`answered ${status}`);
      if (due >= begun + WARM_UP_S * SECOND_MS) takes.push(performance.now() - due);
    }),
  );
  return takes;
}

function startFlood(url: string): Promise<Record<string, number>> {
  const workerData = { url, login: LOGIN, parallel: SIGN_INS, seconds: SECONDS };
  const worker = new Worker(new URL('./sign-in-flood-worker.mjs', `file://${import.meta.dirname}/`), { workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function print(before: Phase, during: Phase): void {
  console.log(`  ${SIGN_INS} sign-ins at once for ${SECONDS} s, each from another block of addresses`);
  for (const [name, quiet, busy] of [
    ['reads  (/api/farms)', before.reads, during.reads],
    ['ingest (a batch of 8)', before.posts, during.posts],
  ] as const) {
    const ratio = (q: number) => (quantile(busy, q) / quantile(quiet, q)).toFixed(1);
    console.log(`  ${name} before: ${spread(quiet, [0.5, 0.99])}`);
    console.log(`  ${name} during: ${spread(busy, [0.5, 0.99])}; p50 × ${ratio(0.5)}, p99 × ${ratio(0.99)}`);
  }
}

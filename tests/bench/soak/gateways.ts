import { setTimeout as pause } from 'node:timers/promises';
import { httpClient } from '../http-client.ts';
import type { SoakFarm } from './region.ts';

/** Requests of a batch of one minute under way at a time; a server that is slower than this is waited for. */
const AT_ONCE = 100;

type Gateways = {
  /** Sends once fewer than `atOnce` are under way; resolves when it is on its way. */
  send(farm: number, body: string): Promise<void>;
  /** Times until readings were acknowledged, ms, since this was asked last. */
  takeTimes(): number[];
  /** What was answered instead, and how often. */
  refused: Map<string, number>;
  idle(): Promise<void>;
  close(): void;
};

/** Sends readings of farms, each always at the same process. */
export function openGateways(urls: readonly string[], farms: readonly SoakFarm[], atOnce = AT_ONCE): Gateways {
  const clients = urls.map(httpClient);
  let times: number[] = [];
  let underWay = 0;
  const refuse = (why: string) => void gateways.refused.set(why, (gateways.refused.get(why) ?? 0) + 1);
  const gateways: Gateways = {
    refused: new Map(),
    async send(farm, body) {
      while (underWay >= atOnce) await pause(1);
      underWay += 1;
      const from = performance.now();
      void clients[farm % clients.length]
        ?.post('/api/ingest', farms[farm]?.key ?? '', body)
        .then(
          ({ status, text }) => {
            if (status === 200) times.push(performance.now() - from);
            else refuse(`${status} ${text().slice(0, 50)}`);
          },
          (error: Error) => refuse(error.message),
        )
        .finally(() => {
          underWay -= 1;
        });
    },
    takeTimes() {
      const taken = times;
      times = [];
      return taken;
    },
    async idle() {
      while (underWay > 0) await pause(5);
    },
    close() {
      for (const client of clients) client.close();
    },
  };
  return gateways;
}

/** A line of what was refused; nothing if all was taken. */
export function tellRefused(...gateways: readonly Gateways[]): void {
  const all = gateways.flatMap(({ refused }) => [...refused].map(([why, count]) => `${count} × ${why}`));
  if (all.length > 0) console.log(`  refused: ${all.join('; ')}`);
}

/** Acts at this interval, whatever an act takes, until `isOver`. */
export async function regularly(
  everyMs: number,
  isOver: () => boolean,
  act: (n: number) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  for (let n = 0; !isOver(); n += 1) {
    const waitMs = started + n * everyMs - performance.now();
    if (waitMs > 1) await pause(waitMs);
    await act(n);
  }
}

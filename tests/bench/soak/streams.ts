import http from 'node:http';
import type { SoakFarm } from './region.ts';

type Streams = {
  open: number;
  refused: number;
  /** Streams that the server has ended. */
  ended: number;
  /** From sending readings to their event at the owner, ms, since this was asked last. */
  takeDelays(): number[];
  /** The readings of this farm are being sent now. */
  sending(farm: number): void;
  close(): void;
};

/** Streams opened at a time. */
const AT_ONCE = 50;

/** Opens so many streams of live values, spread over farms and processes; one of each farm is timed. */
export async function openStreams(
  urls: readonly string[],
  farms: readonly SoakFarm[],
  count: number,
): Promise<Streams> {
  const sentAt: (number | undefined)[] = farms.map(() => undefined);
  const requests: http.ClientRequest[] = [];
  let delays: number[] = [];
  const streams: Streams = {
    open: 0,
    refused: 0,
    ended: 0,
    takeDelays() {
      const taken = delays;
      delays = [];
      return taken;
    },
    sending(farm) {
      sentAt[farm] ??= performance.now();
    },
    close() {
      for (const request of requests) request.destroy();
    },
  };
  const arrive = (farm: number) => {
    const from = sentAt[farm];
    if (from === undefined) return;
    sentAt[farm] = undefined;
    delays.push(performance.now() - from);
  };
  const openOne = (n: number) =>
    new Promise<void>((resolve) => {
      const farm = n % farms.length;
      // A farm's streams are at another process than its gateway every other time.
      const url = urls[(n + Math.floor(n / farms.length)) % urls.length];
      const headers = { authorization: `Bearer ${farms[farm]?.token}` };
      const request = http.get(`${url}/api/live`, { agent: false, headers }, (answer) => {
        if (answer.statusCode === 200) streams.open += 1;
        else streams.refused += 1;
        answer.on('data', (part: Buffer) => {
          if (n < farms.length && part.includes('event: values')) arrive(farm);
        });
        answer.on('close', () => {
          streams.ended += 1;
        });
        answer.on('error', () => {});
        resolve();
      });
      request.on('error', () => {
        streams.refused += 1;
        resolve();
      });
      requests.push(request);
    });
  for (let n = 0; n < count; n += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, i) => openOne(n + i)));
  }
  return streams;
}

import { INSTANCE } from '#contract/wire/headers.ts';
import type { Settable } from '#src/lib/observable.ts';
import { serverTimeOf } from '#src/offline/headers.ts';
import type { ServerClock } from './server-clock.ts';

/** Takes note of what the headers of a server's answer say of it; `sentAt` is when it was asked, epoch ms of the device. */
export type ObserveServer = (headers: Headers, sentAt: number) => void;

/** `instance` is what the server's database is called; null before it has said so. */
export function observesServer(
  clock: ServerClock,
  instance: Settable<string | null>,
  deviceNow: () => number,
): ObserveServer {
  return (headers, sentAt) => {
    const serverTime = serverTimeOf(headers);
    if (serverTime !== null) clock.observe({ serverTime, sentAt, receivedAt: deviceNow() });
    instance.set(headers.get(INSTANCE) ?? instance.get());
  };
}

import { INSTANCE_ID } from '#contract/wire/headers.ts';
import type { Settable } from '#src/lib/observable.ts';
import { serverTimeOf } from '#src/offline/headers.ts';
import type { ServerClock } from './server-clock.ts';

/** Reads the headers of a server's response; `sentAt` is when the request was sent, epoch ms of the device. */
export type ObserveServer = (headers: Headers, sentAt: number) => void;

/** `instance` is the id of the server's database; null until a response named it. */
export function observesServer(
  clock: ServerClock,
  instance: Settable<string | null>,
  deviceNow: () => number,
): ObserveServer {
  return (headers, sentAt) => {
    const serverTime = serverTimeOf(headers);
    if (serverTime !== null) clock.observe({ serverTime, sentAt, receivedAt: deviceNow() });
    instance.set(headers.get(INSTANCE_ID) ?? instance.get());
  };
}

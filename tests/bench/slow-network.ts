import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';

type SlowNetwork = {
  url: string;
  /** Limits the line from now on; before, everything passes at full speed. */
  narrow(limits: { bitsPerSecond: number; roundTripMs: number }): void;
  /** Lets nothing arrive any more, nor the end of a connection. */
  goSilent(): void;
  close(): Promise<void>;
};

/**
 * A proxy to the server on `port` that can be made slow like a mobile connection: all connections share one capacity.
 */
export async function startSlowNetwork(port: number): Promise<SlowNetwork> {
  let bytesPerMs = Number.POSITIVE_INFINITY;
  let oneWayMs = 0;
  let isSilent = false;
  const open = new Set<Socket>();

  /** One direction: pieces queue behind each other, and each needs the travel time. */
  function direction() {
    let freeAt = 0;
    return () => {
      /** Resolves when the last piece of this connection has arrived. */
      let landed = Promise.resolve();
      return new Transform({
        transform(chunk: Buffer, _, done) {
          if (isSilent) return done();
          const now = performance.now();
          freeAt = Math.max(now, freeAt) + chunk.length / bytesPerMs;
          const arrivesIn = freeAt - now + oneWayMs;
          if (arrivesIn < 1) return done(null, chunk);
          landed = after(arrivesIn).then(() => void this.push(chunk));
          // The next piece may follow once this one has left.
          setTimeout(done, freeAt - now);
        },
        // The end comes after everything that is in flight.
        flush(done) {
          void landed.then(() => isSilent || done());
        },
      });
    };
  }
  const up = direction();
  const down = direction();

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => {
        if (isSilent) return;
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(up()).pipe(far);
    far.pipe(down()).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An address of TCP, as it listens on a port.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${own}`,
    narrow({ bitsPerSecond, roundTripMs }) {
      bytesPerMs = bitsPerSecond / 8_000;
      oneWayMs = roundTripMs / 2;
    },
    goSilent() {
      isSilent = true;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

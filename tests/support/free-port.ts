import { createServer } from 'node:net';

/** Below the range of outgoing connections, which could take the port of a stopped server. */
const FIRST = 10_000;
const COUNT = 20_000;
/** Number of ports reserved for each process. */
const SHARE = 100;

let next = FIRST + ((process.pid * SHARE) % COUNT);

/** A port that is free now, and that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = next;
    next = FIRST + ((port + 1 - FIRST) % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

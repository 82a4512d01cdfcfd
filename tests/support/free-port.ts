import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections, which would take the port of a server that is stopped. */
const FIRST = 10_000;
const COUNT = 20_000;
/** Ports a process may ask for before it comes to those of the next. */
const SHARE = 100;

let next = FIRST + ((process.pid * SHARE) % COUNT);

/** A port nobody listens on just now, and that this process has given to nobody before. */
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

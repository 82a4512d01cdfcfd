import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Served = {
  path: string;
  /** The browser's request destination: 'script', 'style', 'serviceworker', 'empty' (fetch, also of a worker), … */
  destination: string;
  isScript: boolean;
  /** Size of the body on the wire, compressed when the server compresses. */
  bytes: number;
};

export type CountingProxy = {
  url: string;
  /** All answers so far, in the order in which they ended. */
  served: Served[];
  /** Closes it with all connections, so that the browser finds no server. */
  close(): Promise<void>;
};

/** Forwards everything to a local server and records the size of each answer. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target);
  const served: Served[] = [];
  const server = http.createServer((asked, answer) => {
    const { method, url: path = '/', headers } = asked;
    const onward = http.request({ hostname, port, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      let bytes = 0;
      got.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      got.on('end', () => {
        const destination = String(headers['sec-fetch-dest'] ?? '');
        const isScript = /javascript/.test(got.headers['content-type'] ?? '');
        served.push({ path, destination, isScript, bytes });
      });
      got.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy got no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    served,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

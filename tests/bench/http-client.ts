import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

type Answer = {
  status: number;
  /** Size of the body on the wire. */
  bytes: number;
  /** Decompressed on call, so that it does not affect the measurement. */
  text(): string;
};

/** Encodings that browsers accept. */
const ACCEPTED = 'gzip, deflate, br, zstd';

function unpacked(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8');
}

/** A minimal HTTP client with keep-alive, whose own cost hardly affects the measurement. */
export function httpClient(url: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const send = (method: string, path: string, headers: http.OutgoingHttpHeaders, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const request = http.request(url + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const body = Buffer.concat(parts);
          const text = () => unpacked(body, answer.headers['content-encoding']);
          resolve({ status: answer.statusCode ?? 0, bytes: body.length, text });
        });
        answer.on('error', reject);
      });
      // The server may close an idle connection at the moment it is used again.
      request.on('error', (error) =>
        request.reusedSocket ? resolve(send(method, path, headers, body)) : reject(error),
      );
      request.end(body);
    });
  return {
    get: (path: string, token: string) =>
      send('GET', path, { Authorization: `Bearer ${token}`, 'Accept-Encoding': ACCEPTED }),
    post: (path: string, token: string, body: string) =>
      send('POST', path, { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body),
    close: () => agent.destroy(),
  };
}

type SignedInBrowser = {
  /** The API token, which is valid for an hour. */
  token: string;
  /** Signs in again with the present cookies. Throws when it is refused. */
  again(): Promise<void>;
};

/** Signs in as a browser does. Throws when it is refused. */
export async function signInAs(url: string, username: string, password: string): Promise<SignedInBrowser> {
  const cookies = new Map<string, string>();
  const go = async (path: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url + path, { method: body ? 'POST' : 'GET', body, headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, body: await answer.json() };
  };
  const again = async () => {
    const { csrfToken } = (await go('/api/auth/csrf')).body;
    const fields = new URLSearchParams({ username, password, csrfToken, json: 'true' });
    const { status, body } = await go('/api/auth/callback/credentials', fields);
    if (status !== 200) throw new Error(`signing in as ${username} answered ${status}: ${JSON.stringify(body)}`);
  };
  await again();
  const { jwtToken } = (await go('/api/auth/session')).body;
  if (typeof jwtToken !== 'string') throw new Error(`could not sign in as ${username}`);
  return { token: jwtToken, again };
}

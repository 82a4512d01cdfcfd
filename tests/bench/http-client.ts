import http from 'node:http';

type Answer = { status: number; text: string };

/** The least HTTP client that keeps its connections open: what it costs itself must not blur what is measured. */
export function httpClient(url: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const send = (method: string, path: string, headers: http.OutgoingHttpHeaders, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const request = http.request(url + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        );
        answer.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  return {
    get: (path: string, token: string) => send('GET', path, { Authorization: `Bearer ${token}` }),
    post: (path: string, token: string, body: string) =>
      send('POST', path, { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body),
    close: () => agent.destroy(),
  };
}

/** Signs in as a browser does; returns the product token, which lives for an hour. */
export async function tokenOf(url: string, username: string, password: string): Promise<string> {
  const cookies = new Map<string, string>();
  const go = async (path: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url + path, { method: body ? 'POST' : 'GET', body, headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer.json();
  };
  const { csrfToken } = await go('/api/auth/csrf');
  await go('/api/auth/callback/credentials', new URLSearchParams({ username, password, csrfToken, json: 'true' }));
  const { jwtToken } = await go('/api/auth/session');
  if (typeof jwtToken !== 'string') throw new Error(`could not sign in as ${username}`);
  return jwtToken;
}

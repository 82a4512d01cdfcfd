import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import path from 'node:path';
import { onCleanup } from '../on-cleanup.ts';
import { pollUntil } from '../poll-until.ts';
import { temporaryDir } from '../temporary.ts';

export type Caddy = {
  /** https and a host name. */
  url: string;
  /** `fetch` that trusts Caddy's own authority; the body may be a text or a form. */
  fetch: typeof fetch;
};

/** A real Caddy with its own certificate that forwards everything to a local port; removed after the test. */
export async function aCaddy(port: number, upstream: number): Promise<Caddy> {
  const dir = temporaryDir();
  const config = path.join(dir, 'Caddyfile');
  writeFileSync(
    config,
    `{
  admin off
  auto_https disable_redirects
  skip_install_trust
  default_bind 127.0.0.1
  storage file_system ${dir}
  grace_period 1s
  servers {
    protocols h1 h2
  }
}
https://localhost:${port} {
  tls internal
  reverse_proxy :${upstream}
}
`,
  );
  const child = spawn(caddyPath(), ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { HOME: dir, XDG_CONFIG_HOME: dir, XDG_DATA_HOME: dir },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  onCleanup(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const authority = path.join(dir, 'pki/authorities/local/root.crt');
  const url = `https://localhost:${port}`;
  const ask: typeof fetch = async (target, init) => fetchOver(readFileSync(authority, 'utf8'), String(target), init);
  await pollUntil(
    () =>
      ask(url).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status !== 0,
  );
  return { url, fetch: ask };
}

/** A fetch with an own certificate authority, which Node's fetch does not support. */
function fetchOver(ca: string, target: string, init: RequestInit = {}): Promise<Response> {
  const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
  const headers = new Headers(init.headers);
  if (init.body instanceof URLSearchParams) headers.set('content-type', 'application/x-www-form-urlencoded');
  return new Promise((resolve, reject) => {
    const asked = request(
      target,
      {
        ca,
        agent: false,
        method: init.method ?? 'GET',
        headers: Object.fromEntries(headers),
        signal: init.signal ?? undefined,
      },
      (answer) => {
        const seen = new Headers();
        for (const [name, values] of Object.entries(answer.headersDistinct))
          for (const value of values ?? []) seen.append(name, value);
        const status = answer.statusCode ?? 0;
        resolve(new Response([204, 304].includes(status) ? null : streamOf(answer), { status, headers: seen }));
      },
    );
    asked.on('error', reject);
    asked.end(typeof body === 'string' ? body : undefined);
  });
}

function streamOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      answer.on('data', (part: Uint8Array) => controller.enqueue(part));
      answer.on('end', () => controller.close());
      answer.on('error', (error) => controller.error(error));
    },
    cancel: () => void answer.destroy(),
  });
}

function caddyPath(): string {
  const found = [process.env.CADDY_PATH, '/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].find(
    (file): file is string => file !== undefined && existsSync(file),
  );
  if (!found) throw new Error('these tests need Caddy: install it, or set CADDY_PATH');
  return found;
}

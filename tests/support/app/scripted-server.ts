import type { Fetch } from '../../../sw/fetch-upstream.ts';

export type Script = {
  status?: number;
  body?: string;
  /** Headers to add to the server's usual ones; null removes one. */
  headers?: Record<string, string | null>;
  etag?: string;
  /** Answers only on `release`, or when the caller gives up. */
  stalls?: boolean;
  /** Refuses the connection. */
  isDown?: boolean;
};

type ScriptedServer = {
  fetch: Fetch;
  /** Sets the behaviour from now on. */
  does(script: Script): void;
  /** Sends a stalled answer. */
  release(): void;
  asked: { url: string; headers: Headers; init: RequestInit }[];
};

/** Simulates our server's reads and the ways in which they fail. */
export function scriptedServer(user: string, now: () => number): ScriptedServer {
  let script: Script = {};
  let waiting: (() => void)[] = [];
  const asked: ScriptedServer['asked'] = [];

  return {
    asked,
    does(next) {
      script = next;
    },
    release() {
      const ready = waiting;
      waiting = [];
      for (const go of ready) go();
    },
    async fetch(url, init) {
      const current = script;
      const headers = new Headers(init.headers);
      asked.push({ url, headers, init });
      if (current.isDown) throw new TypeError('Failed to fetch');
      if (current.stalls) await released(init.signal, (go) => waiting.push(go));
      return answer(current, headers, user, now());
    },
  };
}

function released(signal: AbortSignal | null | undefined, wait: (go: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    wait(resolve);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

function answer(script: Script, asked: Headers, user: string, at: number): Response {
  const headers = new Headers({
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Api': '1',
    'X-User': encodeURIComponent(user),
    'X-Server-Time': String(at),
    'X-Request-Id': 'r-1',
    'Cache-Control': 'private, no-store',
  });
  if (script.etag) headers.set('ETag', script.etag);
  for (const [name, value] of Object.entries(script.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  if (script.etag && asked.get('If-None-Match') === script.etag) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  return new Response(script.body ?? '[]', { status: script.status ?? 200, headers });
}

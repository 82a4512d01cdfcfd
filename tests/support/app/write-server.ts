import { receipts } from '#contract/wire/receipts.ts';
import { mergeEdit } from '#contract/wire/write.ts';
import type { ExchangePorts } from '#src/offline/exchange.ts';
import { readEdit } from '#src/offline/outbox/merge-edits.ts';
import type { Timers } from '#src/offline/timers.ts';

/** What the server, or a proxy before it, does with the next write. */
export type Treatment =
  /** Executes it, or repeats its first answer. */
  | 'does'
  /** Fails before anything was done. */
  | 'dies-before'
  /** Executes it and fails before it could answer. */
  | 'dies-after'
  /** Executes it; the answer is cut off. */
  | 'cut'
  /** The sign-in page of a Wi-Fi network answers instead. */
  | 'captive'
  /** Does not answer until the caller gives up; nothing was done. */
  | 'black-hole'
  /** Executes it at once; the answer takes ten seconds. */
  | 'answers-late'
  /** The request takes ten seconds to arrive. */
  | 'arrives-late'
  /** The request arrives twice, as with some proxies; the caller gets one of the answers. */
  | 'delivered-twice'
  /** A refusal without any effect. */
  | { status: number; code: string; headers?: Record<string, string>; details?: unknown };

/** An executed write. */
type Done = {
  key: string;
  user: string;
  path: string;
  body: string;
  seq: number;
  /** The payload version that its sender gave. */
  payloadVersion: number;
};

type WriteServer = {
  fetch: ExchangePorts['fetch'];
  /** Sets the treatment of each write, in the order of attempts; later ones are executed. */
  treats(...treatments: Treatment[]): void;
  /** Decides for every attempt from now on. */
  treatsBy(decide: (attempt: { path: string; key: string }) => Treatment): void;
  /** The user of the session; null without a session. */
  session: { user: string | null };
  /** Every effect in order, as in the audit log of the server. */
  done: Done[];
  /** Keys of all attempts, in order. */
  attempts: string[];
  /** Identifies the database. */
  instance(): string;
  /** Restores the state after this many writes, as from a backup, with a new instance. */
  restore(writes: number): void;
};

const ours = { 'Content-Type': 'application/json', 'X-Api': '1', 'X-Request-Id': 'r-1' };

const LATE_MS = 10_000;

/**
 * Simulates our server's writes (server/http/write.ts), and the ways in which it and the network fail. `timers` are for
 * delays.
 */
export function writeServer(user: string, timers?: Timers): WriteServer {
  const answered = new Map<string, string>();
  /** Edited things by path; one that was never edited has the values that its first editor saw. */
  let things: ReadonlyMap<string, Record<string, unknown>> = new Map();
  /** The things before each executed write. */
  const befores: (typeof things)[] = [];
  const session: WriteServer['session'] = { user };
  const late = () => new Promise<void>((resolve) => timers?.after(LATE_MS, resolve));
  let instances = 1;
  let next: Treatment[] = [];
  let decide: (attempt: { path: string; key: string }) => Treatment = () => 'does';

  function perform(path: string, headers: Headers, body: string): Response {
    const key = headers.get('Idempotency-Key') ?? '';
    const asker = session.user;
    if (asker === null) return refusal({ status: 401, code: 'UNAUTHENTICATED' });
    const said = { ...ours, 'X-User': asker };
    if (headers.get('X-Expected-User') !== asker) return refusal({ status: 409, code: 'IDENTITY_MISMATCH' });
    const earlier = answered.get(key);
    if (earlier !== undefined) {
      return new Response(earlier, { status: 200, headers: { ...said, 'Idempotency-Replayed': 'true' } });
    }
    const before = things;
    const edit = headers.get('Content-Type') === 'application/json' ? readEdit(body) : null;
    if (edit) {
      const { base, ...mine } = edit;
      const current = things.get(path) ?? base;
      const { merged, conflicts } = mergeEdit(base, mine, current);
      if (conflicts.length > 0) {
        return refusal({ status: 409, code: 'CHANGED_MEANWHILE', details: { current, conflicts } });
      }
      things = new Map(things).set(path, merged);
    }
    const seq = Number(headers.get('X-Device-Seq'));
    const payloadVersion = Number(headers.get('X-Payload-Version'));
    befores.push(before);
    server.done.push({ key, user: asker, path, body, seq, payloadVersion });
    const answer = JSON.stringify({ status: 200, message: 'done', data: { key } });
    answered.set(key, answer);
    return new Response(answer, { status: 200, headers: said });
  }

  /** The receipts of the requested keys. */
  function receiptsOf(url: string, headers: Headers): Response {
    const asker = session.user;
    if (asker === null) return refusal({ status: 401, code: 'UNAUTHENTICATED' });
    if (headers.get('X-Expected-User') !== asker) return refusal({ status: 409, code: 'IDENTITY_MISMATCH' });
    const keys = new URLSearchParams(url.split('?')[1]).get('keys')?.split(',') ?? [];
    const has = keys.flatMap((key) => (answered.has(key) ? [{ key, status: 200 }] : []));
    return new Response(JSON.stringify(has), { status: 200, headers: { ...ours, 'X-User': asker } });
  }

  const server: WriteServer = {
    session,
    done: [],
    attempts: [],
    instance: () => `instance-${instances}`,
    restore(writes) {
      for (const { key } of server.done.splice(writes)) answered.delete(key);
      const [then] = befores.splice(writes);
      things = then ?? things;
      instances += 1;
    },
    treats(...treatments) {
      next = treatments;
    },
    treatsBy(deciding) {
      decide = deciding;
    },
    async fetch(url, init) {
      const headers = new Headers(init.headers);
      if (url.startsWith(receipts.path)) return receiptsOf(url, headers);
      const key = headers.get('Idempotency-Key') ?? '';
      server.attempts.push(key);
      const treatment = next.shift() ?? decide({ path: url, key });
      const body = init.body instanceof Blob ? await init.body.text() : String(init.body);
      if (typeof treatment === 'object') return refusal(treatment);
      switch (treatment) {
        case 'dies-before':
          throw new TypeError('Failed to fetch');
        case 'dies-after':
          perform(url, headers, body);
          throw new TypeError('Failed to fetch');
        case 'cut': {
          const whole = await perform(url, headers, body).text();
          return new Response(whole.slice(0, whole.length / 2), { headers: ours });
        }
        case 'captive':
          return new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } });
        case 'black-hole':
          return new Promise((_, reject) => {
            init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          });
        case 'answers-late': {
          const answer = perform(url, headers, body);
          await late();
          return answer;
        }
        case 'arrives-late':
          await late();
          return perform(url, headers, body);
        case 'delivered-twice':
          perform(url, headers, body);
          return perform(url, headers, body);
        case 'does':
          return perform(url, headers, body);
      }
    },
  };
  return server;
}

function refusal({ status, code, headers, details }: Exclude<Treatment, string>): Response {
  const body = JSON.stringify({ code, status, message: `refused: ${code}`, requestId: 'r-1', details });
  return new Response(body, { status, headers: { ...ours, ...headers } });
}

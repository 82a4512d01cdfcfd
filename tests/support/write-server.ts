import { receipts } from '#contract/wire/receipts.ts';
import { mergeEdit } from '#contract/wire/write.ts';
import type { ExchangePorts } from '#src/offline/exchange.ts';
import { readEdit } from '#src/offline/outbox/merge-edits.ts';
import type { Timers } from '#src/offline/timers.ts';

/** How the server, or what lies before it, treats the next write. */
export type Treatment =
  /** Does it, or gives the answer it gave before. */
  | 'does'
  /** Dies before anything was done. */
  | 'dies-before'
  /** Does it and dies before it could say so. */
  | 'dies-after'
  /** Does it; the answer is cut short on its way. */
  | 'cut'
  /** The sign-in page of a Wi-Fi answers instead. */
  | 'captive'
  /** Says nothing until the asker gives up; nothing was done. */
  | 'black-hole'
  /** Done at once; the answer takes ten seconds. */
  | 'answers-late'
  /** Takes ten seconds to come. */
  | 'arrives-late'
  /** Comes twice, as networks and proxies do it; the asker hears of one of them. */
  | 'delivered-twice'
  /** A refusal that is given without anything being done or remembered. */
  | { status: number; code: string; headers?: Record<string, string>; details?: unknown };

/** A write as the server has done it. */
type Done = {
  key: string;
  user: string;
  path: string;
  body: string;
  seq: number;
  /** Of what shape its sender said the body is. */
  payloadVersion: number;
};

type WriteServer = {
  fetch: ExchangePorts['fetch'];
  /** What happens to each write, by the order of attempts; afterwards all are done. */
  treats(...treatments: Treatment[]): void;
  /** Decides for every attempt from now on. */
  treatsBy(decide: (attempt: { path: string; key: string }) => Treatment): void;
  /** Whose session it is; null: nobody's. */
  session: { user: string | null };
  /** Every effect, in order: what the audit log of the server would hold. */
  done: Done[];
  /** Keys of all attempts, in order. */
  attempts: string[];
  /** What its database is called. */
  instance(): string;
  /** Puts back what it had when it had done so many writes: the rest never was, under a new name. */
  restore(writes: number): void;
};

const ours = { 'Content-Type': 'application/json', 'X-Api': '1', 'X-Request-Id': 'r-1' };

const LATE_MS = 10_000;

/**
 * For tests: the protocol of our server's writes (server/http/write.ts), and the ways in which it and the network fail.
 * `timers` for what comes late.
 */
export function writeServer(user: string, timers?: Timers): WriteServer {
  const answered = new Map<string, string>();
  /** What edits have made of things, by path; one that was never edited is as its first editor saw it. */
  let things: ReadonlyMap<string, Record<string, unknown>> = new Map();
  /** How things were before each write that was done. */
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

  /** Which of the acts it was asked about it has. */
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

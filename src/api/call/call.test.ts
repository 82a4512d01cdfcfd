import { expect, test } from 'vitest';
import { ingest } from '#contract/device/ingest.ts';
import { listFarms } from '#contract/farm/farm.ts';
import { deleteFarm, getFarm } from '#contract/farm/farm-manage.ts';
import { record } from '#contract/monitor/monitor.ts';
import { observable } from '#src/lib/observable.ts';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { type CallPorts, createCall } from './call.ts';
import { ApiError, ContractError, isRetryable, NoAnswerError } from './errors.ts';
import { createFreshness } from './freshness.ts';
import { observesServer } from './observe-server.ts';
import { createServerClock } from './server-clock.ts';

const SERVER_AT = Date.UTC(2026, 10, 21, 3);
const farm = {
  index: 1,
  farmName: '한라 농장',
  address: '제주시',
  latitude: null,
  longitude: null,
  areaM2: 3300,
  right: 'own',
  isLeadFarm: false,
  isSimulated: true,
};

const ours = { 'Content-Type': 'application/json', 'X-Api': '1', 'X-User': 'A', 'X-Request-Id': 'r-7' };

function answer(value: unknown, headers: Record<string, string> = {}, status = 200): Response {
  const all = { ...ours, 'X-Server-Time': String(SERVER_AT), ...headers };
  return new Response(JSON.stringify(value), { status, headers: all });
}

/** A page behind this worker or server; the responses are returned in order, the last one repeatedly. */
function aPage(answers: (() => Response | Promise<Response>)[], more: Partial<CallPorts['credentials']> = {}) {
  const timers = manualTimers(SERVER_AT - 60_000);
  const asked: { url: string; init: RequestInit; headers: Headers }[] = [];
  const told: unknown[] = [];
  const clock = createServerClock(timers.now);
  const instance = observable<string | null>(null);
  const call = createCall({
    async fetch(input, init = {}) {
      asked.push({ url: String(input), init, headers: new Headers(init.headers) });
      const next = answers.length > 1 ? answers.shift() : answers[0];
      const aborted = new Promise<never>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
      return Promise.race([next?.() ?? answer([]), aborted]);
    },
    credentials: {
      uid: () => 'A',
      token: async () => 't-1',
      hasToken: () => true,
      why: () => 'offline',
      renew: async () => null,
      mismatch: () => void told.push('mismatch'),
      ...more,
    },
    clock,
    observe: observesServer(clock, instance, timers.now),
    freshness: createFreshness(timers.now),
    report: (reason) => void told.push(reason),
    reportBug: () => void told.push('bug'),
    hasWorker: () => true,
    deviceNow: timers.now,
    timers,
  });
  return { call, asked, told, timers, clock, instance };
}

const failure = (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);

test('answers what the contract promises, with its age by the server’s clock', async () => {
  const { call, clock, timers } = aPage([() => answer([farm])]);
  expect(await call(listFarms)).toEqual({ value: [farm], fetchedAt: SERVER_AT, from: 'network' });
  expect(clock.now()).toBe(timers.now() + 60_000);
});

test('asks with the token, for the user the page shows, and follows no redirect', async () => {
  const { call, asked } = aPage([() => answer(farm)], { uid: () => '농부' });
  await failure(call(getFarm, { params: { id: 3 } }));
  expect(asked[0]?.url).toBe('/api/farms/3');
  expect(asked[0]?.headers.get('Authorization')).toBe('Bearer t-1');
  expect(asked[0]?.headers.get('X-Expected-User')).toBe(encodeURIComponent('농부'));
  expect(asked[0]?.init).toMatchObject({ redirect: 'error', cache: 'no-store' });
});

test('takes lists as lists or as the address writes them', async () => {
  const { call, asked } = aPage([() => answer(null)]);
  await failure(call(record, { query: { sensors: [1, 2], begin: '2026-11-20', end: '2026-11-21' } }));
  await failure(call(record, { query: { sensors: '1,2', begin: '2026-11-20', end: '2026-11-21' } }));
  expect(asked[0]?.url).toBe('/api/monitor/record?begin=2026-11-20&end=2026-11-21&sensors=1%2C2');
  expect(asked[1]?.url).toBe(asked[0]?.url);
});

test('sends a body as JSON', async () => {
  const { call, asked } = aPage([() => answer({})]);
  await failure(call(ingest, { body: { readings: [{ sensor: 'a', value: 1 }] } }));
  expect(asked[0]?.init).toMatchObject({ method: 'POST', body: '{"readings":[{"sensor":"a","value":1}]}' });
  expect(asked[0]?.headers.get('Content-Type')).toBe('application/json');
});

test('throws the server’s refusal with code, field and request id', async () => {
  const body = { code: 'VALIDATION', message: '확인해 주세요.', requestId: 'r-7', field: 'begin' };
  const error = await failure(aPage([() => answer(body, {}, 400)]).call(listFarms));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'VALIDATION', status: 400, field: 'begin', requestId: 'r-7' });
  expect(isRetryable(error)).toBe(false);
});

test.each<[string, () => Response, string]>([
  ['a page in between', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'not-ours'],
  [
    'JSON without our marker',
    () => new Response('[]', { headers: { 'Content-Type': 'application/json' } }),
    'not-ours',
  ],
  ['the worker’s word that there is none', () => answer({}, { 'X-No-Answer': 'timeout' }, 504), 'timeout'],
])('takes %s for no answer', async (_, respond, reason) => {
  const { call, told } = aPage([respond]);
  const error = await failure(call(listFarms));
  expect(error).toBeInstanceOf(NoAnswerError);
  expect(error).toMatchObject({ reason });
  expect(isRetryable(error)).toBe(true);
  expect(told).toEqual([reason]);
});

test('gives up by itself when neither worker nor server answers', async () => {
  const { call, timers } = aPage([() => new Promise<Response>(() => {})]);
  const error = failure(call(listFarms));
  await timers.pass(20_000);
  expect(await error).toMatchObject({ name: 'NoAnswerError', reason: 'timeout' });
});

test('ends as the caller says when the caller gives up', async () => {
  const { call, told } = aPage([() => new Promise<Response>(() => {})]);
  const abort = new AbortController();
  const error = failure(call(listFarms, {}, { signal: abort.signal }));
  abort.abort(new Error('left the page'));
  expect(await error).toMatchObject({ message: 'left the page' });
  expect(told).toEqual([]);
});

test('reports an answer that breaks the contract', async () => {
  const { call, told } = aPage([() => answer([{ index: 'one' }])]);
  const error = await failure(call(listFarms));
  expect(error).toBeInstanceOf(ContractError);
  expect(told).toContain('bug');
});

test('asks the server when the copy has the shape of an earlier version', async () => {
  const old = () => answer([{ index: 1 }], { 'X-Cache': 'hit', 'X-Fetched-At': '5' });
  const { call, asked } = aPage([old, () => answer([farm], { 'X-Cache': 'network' })]);
  expect(await call(listFarms)).toMatchObject({ from: 'network', value: [farm] });
  expect(asked[1]?.headers.get('X-Read-Mode')).toBe('network-only');
});

test('says that an answer came from the device, and of when it is', async () => {
  const stale = () => answer([farm], { 'X-Cache': 'stale', 'X-Fetched-At': '1234', 'X-No-Answer': 'offline' });
  const { call, told, clock } = aPage([stale]);
  const seen = await call(listFarms);
  expect(seen).toMatchObject({ from: 'device', fetchedAt: 1234 });
  expect(seen.isFallback).toBe(true);
  expect(told).toEqual(['offline']);
  expect(clock.offset.get()).toBe(0);
});

test('counts a copy that was shown as planned neither for nor against the connection', async () => {
  const { call, told } = aPage([() => answer([farm], { 'X-Cache': 'hit', 'X-Fetched-At': '1234' })]);
  expect((await call(listFarms)).isFallback).toBeUndefined();
  expect(told).toEqual([]);
});

test('believes no answer for another user', async () => {
  const { call, told } = aPage([() => answer([farm], { 'X-User': 'B' })]);
  expect(await failure(call(listFarms))).toMatchObject({ code: 'IDENTITY_MISMATCH' });
  expect(told).toContain('mismatch');
});

test('tries once more with a renewed token', async () => {
  const refused = { code: 'UNAUTHENTICATED', message: '', requestId: '' };
  const answers = [() => answer(refused, { 'X-User': 'anon' }, 401), () => answer([farm])];
  const { call, asked } = aPage(answers, { renew: async () => 't-2' });
  expect(await call(listFarms)).toMatchObject({ value: [farm] });
  expect(asked[1]?.headers.get('Authorization')).toBe('Bearer t-2');
});

test('passes the refusal on when the session is over', async () => {
  const refused = { code: 'UNAUTHENTICATED', message: '', requestId: '' };
  const { call, asked } = aPage([() => answer(refused, { 'X-User': 'anon' }, 401)]);
  expect(await failure(call(listFarms))).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(asked).toHaveLength(1);
});

test('without a token asks the device alone and never the server', async () => {
  const copy = () => answer([farm], { 'X-Cache': 'hit', 'X-Fetched-At': '1234' });
  const { call, asked } = aPage([copy], { token: async () => null });
  const seen = await call(listFarms);
  expect(seen.isFallback).toBe(true);
  expect(asked[0]?.headers.get('X-Read-Mode')).toBe('cache-only');
  expect(asked[0]?.headers.has('Authorization')).toBe(false);
});

test('reads a copy once that is painted while the token is awaited and shown for want of one', async () => {
  const copy = () => answer([farm], { 'X-Cache': 'hit', 'X-Fetched-At': '1234' });
  const { call, asked } = aPage([copy], { token: async () => null });
  const [painted, shown] = await Promise.all([call(listFarms, {}, { readMode: 'cache-only' }), call(listFarms)]);
  expect(asked).toHaveLength(1);
  expect(shown.value).toBe(painted.value);
  expect([painted.isFallback, shown.isFallback]).toEqual([undefined, true]);
  // A later call reads the copy again: it may have changed.
  await call(listFarms);
  expect(asked).toHaveLength(2);
});

test('takes an empty answer from the cache for no copy', async () => {
  const empty = () => new Response(null, { status: 204, headers: { ...ours, 'X-No-Answer': 'offline' } });
  const { call, told } = aPage([empty]);
  expect(await failure(call(listFarms, {}, { readMode: 'cache-only' }))).toBeInstanceOf(NoAnswerError);
  expect(told).toEqual([]);
});

test('says why there is no token when the device has no copy either', async () => {
  const none = () => answer({}, { 'X-No-Answer': 'offline' }, 504);
  const { call } = aPage([none], { token: async () => null, why: () => 'timeout' });
  expect(await failure(call(listFarms))).toMatchObject({ name: 'NoAnswerError', reason: 'timeout' });
});

test('reads from the server itself for five seconds after a write', async () => {
  const list = () => answer([farm]);
  const done = () => answer({ message: '삭제했습니다.', status: 200, data: { index: 3 } });
  const { call, asked, timers } = aPage([list, done, list]);
  const readMode = async () => {
    await call(listFarms);
    return asked.at(-1)?.headers.get('X-Read-Mode') ?? null;
  };
  expect(await readMode()).toBeNull();
  await call(deleteFarm, { params: { id: 3 }, body: { confirmName: '한라 농장' } });
  expect(await readMode()).toBe('network-only');
  await timers.pass(4_999);
  expect(await readMode()).toBe('network-only');
  await timers.pass(1);
  expect(await readMode()).toBeNull();
});

test('does not ask at all when nobody is signed in', async () => {
  const { call, asked } = aPage([() => answer([])], { uid: () => null });
  expect(await failure(call(listFarms))).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(asked).toEqual([]);
});

test('hears what the server’s database is called, from the server alone', async () => {
  const { call, instance } = aPage([
    () => answer([farm], { 'X-Instance': 'one' }),
    () => answer([farm], { 'X-Instance': 'kept', 'X-Cache': 'hit' }),
    () => answer([farm]),
  ]);
  for (const _ of [1, 2, 3]) {
    await call(listFarms);
    expect(instance.get()).toBe('one');
  }
});

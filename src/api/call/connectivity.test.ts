import { expect, test } from 'vitest';
import { manualTimers } from '../../../tests/support/manual-timers.ts';
import { createConnectivity, type ProbeResult, probeServer } from './connectivity.ts';

function aLine(result: ProbeResult = 'offline') {
  const timers = manualTimers();
  const line = { result, probes: 0, isVisible: true };
  const connectivity = createConnectivity({
    probe: async () => {
      line.probes++;
      return line.result;
    },
    timers,
    now: timers.now,
    isVisible: () => line.isVisible,
  });
  return { line, timers, connectivity, reach: () => connectivity.get().reach };
}

test('knows nothing before anything was tried, and never asks a healthy line', async () => {
  const { line, timers, connectivity, reach } = aLine();
  expect(reach()).toBe('unknown');
  connectivity.report(null);
  expect(reach()).toBe('online');
  await timers.pass(3_600_000);
  expect(line.probes).toBe(0);
});

test('looks again after a failure, then after 15 seconds and ever more rarely', async () => {
  const { line, timers, connectivity, reach } = aLine();
  connectivity.report('offline');
  await timers.pass(0);
  expect([reach(), line.probes]).toEqual(['offline', 1]);
  for (const [ms, probes] of [
    [14_999, 1],
    [1, 2],
    [30_000, 3],
    [60_000, 4],
    [120_000, 5],
    [120_000, 6],
  ] as const) {
    await timers.pass(ms);
    expect(line.probes).toBe(probes);
  }
});

test('is online again, and quiet, as soon as anything gets through', async () => {
  const { line, timers, connectivity, reach } = aLine();
  connectivity.report('offline');
  await timers.pass(0);
  connectivity.report(null);
  expect(reach()).toBe('online');
  await timers.pass(600_000);
  expect(line.probes).toBe(1);
});

test('finds by itself that the connection is back', async () => {
  const { line, timers, connectivity, reach } = aLine();
  connectivity.report('offline');
  await timers.pass(0);
  line.result = 'ok';
  await timers.pass(15_000);
  expect(reach()).toBe('online');
});

test('calls a single late answer degraded and several offline', async () => {
  const { line, timers, connectivity, reach } = aLine('timeout');
  connectivity.report('timeout');
  expect(reach()).toBe('degraded');
  await timers.pass(0);
  expect(reach()).toBe('offline');
  line.result = 'ok';
  await timers.pass(15_000);
  expect(reach()).toBe('online');
});

test('tells the sign-in page of a Wi-Fi from a missing network, and remembers it', async () => {
  const { timers, connectivity, reach } = aLine('not-ours');
  connectivity.report('offline');
  await timers.pass(0);
  expect(reach()).toBe('captive');
  connectivity.report('offline');
  expect(reach()).toBe('captive');
});

test('asks nothing while nobody looks, and at once when somebody does', async () => {
  const { line, timers, connectivity } = aLine();
  connectivity.report('offline');
  await timers.pass(0);
  line.isVisible = false;
  await timers.pass(600_000);
  expect(line.probes).toBe(1);
  line.isVisible = true;
  connectivity.recheck();
  await timers.pass(0);
  expect(line.probes).toBe(2);
});

test('says since when', async () => {
  const { timers, connectivity } = aLine();
  const startedAt = timers.now();
  await timers.pass(1_000);
  connectivity.report('offline');
  await timers.pass(10_000);
  expect(connectivity.get()).toEqual({ reach: 'offline', since: startedAt + 1_000 });
});

const ours = { 'Content-Type': 'application/json', 'X-Api': '1' };

test.each<[string, () => Promise<Response>, ProbeResult]>([
  ['our server', async () => Response.json({ ok: true }, { headers: ours }), 'ok'],
  ['a page', async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'not-ours'],
  ['other words', async () => Response.json({ ok: false }, { headers: ours }), 'not-ours'],
  ['nobody', async () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
])('hears %s', async (_, answer, result) => {
  expect(await probeServer(answer, manualTimers())).toBe(result);
});

test('gives a probe four seconds', async () => {
  const timers = manualTimers();
  const silent = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const result = probeServer(silent, timers);
  await timers.pass(4_000);
  expect(await result).toBe('timeout');
});

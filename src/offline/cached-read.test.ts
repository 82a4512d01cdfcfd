import { expect, test } from 'vitest';
import { record } from '#contract/monitor/monitor.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { cachedRead, keyOf } from './cached-read.ts';

test('gives one key to equal asks, whatever the order of their parameters', () => {
  const one = keyOf(new URL('http://farm.test/api/monitor/record?end=2026-11-21&begin=2026-11-20&sensors=1,2'));
  const other = keyOf(new URL('http://farm.test/api/monitor/record?sensors=1%2C2&begin=2026-11-20&end=2026-11-21'));
  expect(one).toBe(other);
});

test('writes a key as the contract writes the address', () => {
  const address = urlOf(
    record,
    {},
    { sensors: [3, 1], devices: [], begin: '2026-11-20T00:00:00Z', end: '한글 & 기호' },
  );
  expect(keyOf(new URL(address, 'http://farm.test'))).toBe(address);
});

test.each([
  ['/api/site', 'boot'],
  ['/api/menu/side', 'boot'],
  ['/api/farm', 'boot'],
  ['/api/farms', 'live'],
  ['/api/farms/3', 'reference'],
  ['/api/sensor-value/group/area/farm/3', 'live'],
  ['/api/monitor/target-list', 'reference'],
  ['/api/monitor/record', 'tiles'],
  ['/api/live', null],
  ['/api/healthz', null],
  ['/api/auth/session', null],
  ['/api/ingest', null],
  ['/api/farms/3/more', null],
  ['/assets/index.js', null],
])('reads the policy of %s from the contract', (pathname, policy) => {
  expect(cachedRead(pathname)?.policy ?? null).toBe(policy);
});

test('knows which answers are for nobody in particular', () => {
  expect(cachedRead('/api/site')?.isPublic).toBe(true);
  expect(cachedRead('/api/farms')?.isPublic).toBe(false);
});

import { expect, test } from 'vitest';
import { mayStandIn, newestOfFamily, recordKeys, replacedBy } from './record-family.ts';

const at = (begin: string, end: string, sensors = '1,2') =>
  `/api/monitor/record?begin=${encodeURIComponent(begin)}&end=${encodeURIComponent(end)}&sensors=${encodeURIComponent(sensors)}`;

const earlier = at('2026-11-20T02:55:00.000Z', '2026-11-21T02:55:00.000Z');
const later = at('2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z');
const now = Date.parse('2026-11-21T03:02:00.000Z');

test('finds the newest record of the same series and length', () => {
  const others = [at('2026-11-14T03:00:00.000Z', '2026-11-21T03:00:00.000Z'), at('2026-11-20', '2026-11-20', '3')];
  const asked = at('2026-11-20T03:05:00.000Z', '2026-11-21T03:05:00.000Z');
  expect(newestOfFamily(asked, [later, earlier, ...others])).toBe(later);
});

test('finds none for other series', () => {
  expect(newestOfFamily(at('2026-11-20T03:05:00.000Z', '2026-11-21T03:05:00.000Z', '1'), [earlier])).toBeNull();
});

test('lets a newer rolling range replace the older ones', () => {
  expect(replacedBy(later, [earlier, later])).toEqual([earlier]);
});

test('keeps every day that was looked at', () => {
  expect(replacedBy(at('2026-11-21', '2026-11-21'), [at('2026-11-20', '2026-11-20')])).toEqual([]);
});

test('keeps the places somebody zoomed to', () => {
  const zoomed = at('2026-11-20T01:00:00.123Z', '2026-11-21T01:00:00.123Z');
  expect(replacedBy(later, [zoomed])).toEqual([]);
});

test('lets a record stand in for the present and not for a day of the past', () => {
  expect(mayStandIn(later, now)).toBe(true);
  expect(mayStandIn(at('2026-11-21', '2026-11-21'), now)).toBe(true);
  expect(mayStandIn(at('2026-11-19', '2026-11-19'), now)).toBe(false);
});

test('knows comparisons with lead farms as records of their own kind', () => {
  const compared = (key: string) => key.replace('/record?', '/lead-farm/record?').replace('sensors=', 'mySensors=');
  const asked = at('2026-11-20T03:05:00.000Z', '2026-11-21T03:05:00.000Z');
  expect(newestOfFamily(compared(asked), [earlier, later, compared(earlier), compared(later)])).toBe(compared(later));
  expect(newestOfFamily(compared(asked), [earlier, later])).toBeNull();
  expect(recordKeys(compared(asked))).toBe('/api/monitor/lead-farm/record?');
  expect(recordKeys('/api/monitor/lead-farm/target-list?farmIndex=1')).toBeUndefined();
});

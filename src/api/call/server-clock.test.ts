import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

function aClock() {
  let device = 1_000_000;
  let steady = 0;
  const start = (lastShown: number | null = null) =>
    createServerClock(() => device, { steadyNow: () => steady, lastShown });
  const clock = start();
  const answered = (ahead: number, roundTrip: number) => {
    const sentAt = device;
    device += roundTrip;
    clock.observe({ serverTime: sentAt + ahead + roundTrip / 2, sentAt, receivedAt: device });
  };
  const pass = (ms: number) => {
    device += ms;
    steady += ms;
  };
  return { clock, start, answered, pass, set: (at: number) => (device = at), device: () => device };
}

test('goes by the device until the server was heard', () => {
  const { clock, device } = aClock();
  expect(clock.now()).toBe(device());
});

test('takes the middle of the way for the moment of the answer', () => {
  const { clock, answered } = aClock();
  answered(3_600_000, 200);
  expect(clock.offset.get()).toBe(3_600_000);
});

test('trusts the fastest answer most', () => {
  const { clock, answered, device } = aClock();
  answered(1_000, 20);
  // A slow response: the server read its clock long before the middle of the round trip.
  clock.observe({ serverTime: device() + 1_000, sentAt: device(), receivedAt: device() + 4_000 });
  expect(clock.offset.get()).toBe(1_000);
});

test('notices at once that a clock was set', () => {
  const { clock, answered, device, set } = aClock();
  answered(0, 20);
  set(device() - 31_536_000_000);
  answered(31_536_000_000, 400);
  expect(clock.offset.get()).toBe(31_536_000_000);
});

test('starts from what an earlier visit measured and prefers its own measurement', () => {
  const { clock, answered } = aClock();
  clock.restore(500);
  expect(clock.offset.get()).toBe(500);
  answered(700, 20);
  clock.restore(500);
  expect(clock.offset.get()).toBe(700);
});

test('counts ages to an instant that has come by the time it moves on, and to no later one than it must', () => {
  for (let at = 1_000_000; at < 1_060_000; at += 100) {
    const { clock, set } = aClock();
    set(at);
    const told = clock.agesTo.get();
    // It is shown until the clock moves on.
    let until = at;
    for (; clock.agesTo.get() === told; until += 100) set(until);
    expect(told).toBeGreaterThanOrEqual(until - 200);
    expect(told - at).toBeLessThanOrEqual(15_000);
  }
});

test('lets nothing look newer when the device is set back, until the server has answered', () => {
  const { clock, answered, pass, set, device } = aClock();
  answered(0, 20);
  const fetchedAt = clock.now();
  pass(600_000);
  set(device() - 3_600_000);
  pass(300_000);
  expect(clock.agesTo.get() - fetchedAt).toBeGreaterThanOrEqual(900_000);
  expect(clock.agesTo.get() - fetchedAt).toBeLessThanOrEqual(916_000);
  expect(clock.isSetBack.get()).toBe(true);
  answered(3_600_000, 20);
  expect(clock.agesTo.get() - fetchedAt).toBeGreaterThanOrEqual(900_000);
  expect(clock.isSetBack.get()).toBe(false);
});

test('lets nothing look newer than at the last visit when the device was set back between', () => {
  const { clock, start, answered, pass, set, device } = aClock();
  answered(7_000, 20);
  const fetchedAt = clock.now();
  pass(600_000);
  const told = clock.agesTo.get();
  set(device() - 31_536_000_000);
  const again = start(told);
  again.restore(7_000);
  expect(again.agesTo.get()).toBeGreaterThanOrEqual(told);
  pass(60_000);
  expect(again.agesTo.get() - fetchedAt).toBeGreaterThanOrEqual(660_000);
  expect(again.isSetBack.get()).toBe(true);
});

test('a clock ahead of the server before its offset is known ages nothing', () => {
  const { clock, start, answered, pass } = aClock();
  answered(-3_600_000, 20);
  const fetchedAt = clock.now();
  const again = start(clock.now());
  again.agesTo.get();
  again.restore(-3_600_000);
  pass(60_000);
  expect(again.agesTo.get() - fetchedAt).toBeLessThanOrEqual(76_000);
  expect(again.isSetBack.get()).toBe(false);
});

test('counts the time that the device slept', () => {
  const { clock, answered, set, device } = aClock();
  answered(0, 20);
  const fetchedAt = clock.now();
  clock.agesTo.get();
  set(device() + 3_600_000);
  expect(clock.agesTo.get() - fetchedAt).toBeGreaterThanOrEqual(3_600_000);
  expect(clock.isSetBack.get()).toBe(false);
});

import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { createClockTrust } from './clock-trust.ts';

function aClock() {
  const time = { now: Date.UTC(2026, 10, 23), steady: 0 };
  const trust = createClockTrust({ now: () => time.now, monotonic: () => time.steady });
  const pass = (ms: number) => {
    time.now += ms;
    time.steady += ms;
  };
  /** Each controller reports a time that is this much ahead of the server's, ms. */
  const say = (...ahead: number[]) => {
    pass(SECOND_MS);
    for (const [at, ms] of ahead.entries()) trust.note(`1/gw${at}`, time.now + ms);
  };
  return { time, trust, pass, say };
}

it('two controllers that agree against the server are believed, one alone is not', () => {
  const { trust, say } = aClock();
  say(HOUR_MS);
  expect(trust.isTrusted()).toBe(true);
  say(HOUR_MS, HOUR_MS);
  expect(trust.isTrusted()).toBe(false);
});

it('those of one farm do not speak against many others', () => {
  const { trust, say } = aClock();
  say(-HOUR_MS, -HOUR_MS, 0, 1_000);
  expect(trust.isTrusted()).toBe(true);
});

it('30 s apart is the same time, and a word that waited on its way accuses nobody', () => {
  const { trust, say } = aClock();
  say(29_000, -29_000);
  expect(trust.isTrusted()).toBe(true);
  say(-2 * MINUTE_MS, -2 * MINUTE_MS);
  expect(trust.isTrusted()).toBe(true);
});

it('a clock that is set is held at once against what controllers have said before', () => {
  const { trust, say, pass, time } = aClock();
  say(0, 0);
  time.now += HOUR_MS;
  say(-HOUR_MS, -HOUR_MS);
  expect(trust.isTrusted()).toBe(false);
  time.now -= HOUR_MS;
  pass(SECOND_MS);
  expect(trust.isTrusted()).toBe(true);
});

it('a clock that has been set right is believed again, and silent controllers accuse nobody', () => {
  const { trust, say, pass, time } = aClock();
  time.now -= HOUR_MS;
  say(HOUR_MS, HOUR_MS);
  expect(trust.isTrusted()).toBe(false);
  time.now += HOUR_MS;
  pass(4 * MINUTE_MS);
  say(0, 0);
  expect(trust.isTrusted()).toBe(true);
  say(HOUR_MS, HOUR_MS);
  pass(4 * MINUTE_MS);
  expect(trust.isTrusted()).toBe(true);
});

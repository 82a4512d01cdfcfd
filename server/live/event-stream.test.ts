import { afterEach, expect, it, vi } from 'vitest';
import type { LiveValues } from '#contract/monitor/live.ts';
import { createEventStream } from './event-stream.ts';

const HEARTBEAT_MS = 20_000;

afterEach(() => void vi.useRealTimers());

/** A stream of farm 1. `read` returns the next piece, or undefined at the end. */
function aStream(readFarms: () => Promise<ReadonlySet<number> | null> = async () => new Set([1])) {
  let publish: (values: LiveValues) => void = () => {};
  const body = createEventStream({
    subscribe(onValues) {
      publish = onValues;
      return () => {
        publish = () => {};
      };
    },
    readFarms,
  });
  const reader = body.getReader();
  const read = async () => {
    const { value } = await reader.read();
    return value && new TextDecoder().decode(value);
  };
  return { read, publish: (farmIndex: number) => publish({ farmIndex, values: [[7, 0, 21.5, false]] }) };
}

const eventOf = (farmIndex: number) =>
  `event: values\ndata: {"farmIndex":${farmIndex},"values":[[7,0,21.5,false]]}\n\n`;

it('sends the values that wait as one piece, and none of other farms', async () => {
  const { read, publish } = aStream();
  expect(await read()).toBe(': beat\n\n');
  publish(1);
  publish(2);
  publish(1);
  expect(await read()).toBe(eventOf(1) + eventOf(1));
});

it('sends values also where each heartbeat is due as soon as the last was sent', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { read, publish } = aStream();
  await read();
  publish(1);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await read()).toMatch(/^: beat\n\nevent: values\n/);
});

it('ends when nothing may be read any more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const farms = [new Set([1]), null];
  const { read, publish } = aStream(async () => farms.shift() ?? null);
  await read();
  publish(1);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await read()).toBeUndefined();
});

it('does not send what waited of a farm that may not be read any more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const farms = [new Set([1, 2]), new Set([2])];
  const { read, publish } = aStream(async () => farms.shift() ?? null);
  await read();
  publish(1);
  publish(2);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await read()).toBe(`: beat\n\n${eventOf(2)}`);
});

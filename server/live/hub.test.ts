import { describe, expect, it } from 'vitest';
import { createLiveHub } from './hub.ts';

const reading = (farmId: number, channelId: number, value: number) => ({
  farmId,
  channelId,
  at: 1_000,
  value,
  flag: 0 as const,
});

describe('the live hub', () => {
  it('tells each listener each farm’s newest values together, until they stop listening', () => {
    const hub = createLiveHub();
    const heard: unknown[] = [];
    const stop = hub.listen((values) => heard.push(values));
    hub.publish([reading(1, 11, 20), reading(2, 21, 5), reading(1, 12, 60)]);
    stop();
    hub.publish([reading(1, 11, 21)]);
    expect(heard).toEqual([
      {
        farmIndex: 1,
        values: [
          [11, 1_000, 20, false],
          [12, 1_000, 60, false],
        ],
      },
      { farmIndex: 2, values: [[21, 1_000, 5, false]] },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Grouping } from '#contract/control/rule/condition.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { groupReading, heldMs } from './readings.ts';
import type { Series } from './world.ts';

const at = startOfSeoulDate('2026-06-22');
/** Readings lie on this grid, so that between two of its lines nothing changes. */
const GRID_MS = MINUTE_MS / 2;

function aSeries(channel: number, points: Series['points'], intervalMs = MINUTE_MS): Series {
  return { channel, type: 'SOIL_MOISTURE', areaName: '1동', intervalMs, points, silentMs: 0, isDoubted: false };
}

const dry = (value: number) => value < 28;

describe('how long a value has held', () => {
  const ago = (minutes: number) => at - minutes * MINUTE_MS;

  it('is unknown where the sensor was silent for more than a fifth of the time', () => {
    const paused = (from: number, to: number) => {
      const minutes = Array.from({ length: 41 }, (_, minute) => 40 - minute);
      return aSeries(
        14,
        minutes.filter((minute) => minute > from || minute <= to).map((minute) => [ago(minute), 20]),
      );
    };
    // The last value before the pause counts for three minutes, so that seven and six of thirty are unknown.
    expect(heldMs([paused(19, 10)], 'mean', dry, at, 30 * MINUTE_MS)).toBeNull();
    expect(heldMs([paused(18, 10)], 'mean', dry, at, 30 * MINUTE_MS)).toBe(30 * MINUTE_MS);
  });

  it('is what going through the time step by step says, for any readings of one sensor or several', () => {
    const random = seededRandom(1);
    const bys: readonly Grouping[] = ['min', 'max', 'mean', 'median'];
    for (let turn = 0; turn < 500; turn += 1) {
      const group = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, channel) => {
        const [density, wet] = [random(), random() * 0.1];
        const points = Array.from({ length: 120 }, (_one, step) => at - (119 - step) * GRID_MS)
          .filter(() => random() < density)
          .map((time): [number, number] => [time, random() < wet ? 30 : 20]);
        return { ...aSeries(channel, points, random() < 0.5 ? MINUTE_MS : 2 * MINUTE_MS), isDoubted: random() < 0.1 };
      });
      const by = bys[turn % bys.length] ?? 'mean';
      const forMs = (1 + Math.floor(random() * 40)) * MINUTE_MS;
      expect(heldMs(group, by, dry, at, forMs)).toBe(stepByStep(group, by, forMs));
    }
  });
});

/** The same in plain words: what the group says in each half minute, from the newest back. */
function stepByStep(group: readonly Series[], by: Grouping, forMs: number): number | null {
  let unknownMs = 0;
  const newest = groupReading(group, by, at);
  if (newest.isKnown && !dry(newest.value)) return 0;
  for (let to = at; to > at - forMs; to -= GRID_MS) {
    const reading = groupReading(group, by, to - GRID_MS / 2);
    if (!reading.isKnown) unknownMs += GRID_MS;
    else if (!dry(reading.value)) return at - to;
  }
  return unknownMs > forMs * 0.2 ? null : forMs;
}

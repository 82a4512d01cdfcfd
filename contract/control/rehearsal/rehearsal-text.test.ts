import { expect, it } from 'vitest';
import type { Rehearsal, RehearsedDay } from './rehearsal.ts';
import { rehearsalSentence } from './rehearsal-text.ts';

const day: RehearsedDay = { date: '2026-11-14', things: [], unknownMinutes: 0, beyond: null };
const found = (days: number, untilAt: number): Rehearsal => ({
  fromAt: 0,
  toAt: 14,
  untilAt,
  isCounted: true,
  isClosedLoop: false,
  hasModel: false,
  knownShare: 1,
  coverage: [],
  soilRuns: 0,
  caveats: [],
  conflicts: [],
  blocks: [],
  runs: [],
  days: Array.from({ length: days }, () => day),
});

it('a rehearsal that was cut short speaks of the days that it reached, which are not the last ones', () => {
  expect(rehearsalSentence('water-sensor', found(14, 14))).toBe('지난 14일 동안 한 번도 움직이지 않았을 것입니다.');
  expect(rehearsalSentence('water-sensor', found(3, 3))).toBe('계산한 앞쪽 3일 동안 한 번도 움직이지 않았을 것입니다.');
});

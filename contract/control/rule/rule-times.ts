import { sunTimes } from '../../time/sun.ts';
import { controlProblems } from '../control-text.ts';
import type { Problem } from '../fields.ts';
import { leavesOf } from './condition.ts';
import { type DayWindow, instantOf, spanAt, spanOf } from './day-time.ts';
import type { RuleFields } from './rule.ts';
import { SUN_DAYS } from './rule-fields.ts';
import type { WaterTime } from './water-time.ts';

/** Times of a rule at which it would do nothing on any day of the year, by field. Stored rules may have such times. */
export function timeProblems(rule: RuleFields): Problem[] {
  const problems = emptyOf(rule.windows, ['windows']);
  switch (rule.family) {
    case 'water-time':
      return [...problems, ...startsOutside(rule)];
    case 'reservation-target':
      return [...problems, ...emptyOf(rule.targets, ['targets'])];
    case 'reservation-composite':
      return [
        ...problems,
        ...leavesOf(rule.when).flatMap(({ condition, path }) =>
          condition.kind === 'time' ? emptyOf(condition.windows, ['when', ...path, 'windows']) : [],
        ),
      ];
    default:
      return problems;
  }
}

/** Windows whose end is before their beginning, which only the sun can tell: from sunset to an hour before it. */
function emptyOf(windows: readonly DayWindow[], field: readonly (string | number)[]): Problem[] {
  return windows.flatMap((window, at): Problem[] => {
    const isEmpty = SUN_DAYS.every((day) => spanOf(window, day, sunTimes) === null);
    return isEmpty && window.from !== window.to ? [[[...field, at, 'to'], controlProblems.endsBefore]] : [];
  });
}

function startsOutside({ starts, windows }: Pick<WaterTime, 'starts' | 'windows'>): Problem[] {
  if (windows.length === 0) return [];
  return starts.flatMap((start, at): Problem[] => {
    const isInside = SUN_DAYS.some((day) => spanAt(windows, instantOf(start, day, sunTimes), day, sunTimes) !== null);
    return isInside ? [] : [[['starts', at], controlProblems.startOutside]];
  });
}

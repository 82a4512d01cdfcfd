import { expect, it } from 'vitest';
import { setupSteps } from './setup-steps.ts';

const states = (found: Parameters<typeof setupSteps>[0]) => setupSteps(found).map(({ state }) => state);
const nothing = { hasCrop: false, hasDevice: false, hasSensor: false, hasValue: false };

it('names one next step, whatever is there already', () => {
  expect(states(nothing)).toEqual(['done', 'next', 'later', 'later', 'later']);
  expect(states({ ...nothing, hasCrop: true })).toEqual(['done', 'done', 'next', 'later', 'later']);
  // The user has started with the device.
  expect(states({ ...nothing, hasDevice: true })).toEqual(['done', 'next', 'done', 'later', 'later']);
  expect(states({ hasCrop: true, hasDevice: true, hasSensor: true, hasValue: true })).not.toContain('next');
});

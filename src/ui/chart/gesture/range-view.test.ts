import { describe, expect, it } from 'vitest';
import { firstView, withAnnounced, withGiven } from './range-view.ts';

const range = (begin: number, end: number) => ({ begin, end });
const day = range(0, 24);
const morning = range(6, 12);
const hour = range(8, 9);

describe('the range in view', () => {
  it('follows the caller', () => {
    const state = withGiven(firstView(day), morning);
    expect([state.view, state.home]).toEqual([morning, morning]);
  });

  it('keeps its home when the caller gives back what a gesture announced', () => {
    const state = withGiven(withAnnounced(firstView(day), morning), range(6, 12));
    expect([state.view, state.home]).toEqual([morning, day]);
  });

  it('is not pulled back by an echo that comes late', () => {
    const zoomedTwice = withAnnounced(withAnnounced(firstView(day), morning), hour);
    const late = withGiven(zoomedTwice, morning);
    expect(late.view).toEqual(hour);
    expect(withGiven(late, hour).view).toEqual(hour);
  });

  it('follows the caller back to a range that was announced and given before', () => {
    const zoomed = withGiven(withAnnounced(withGiven(withAnnounced(firstView(day), morning), morning), hour), hour);
    expect(withGiven(zoomed, morning).view).toEqual(morning);
  });

  it('does not change for the same range in a new object', () => {
    const state = firstView(day);
    expect(withGiven(state, range(0, 24))).toBe(state);
  });

  it('forgets announcements that a caller never gives back', () => {
    let state = firstView(day);
    for (let index = 1; index < 100; index++) state = withAnnounced(state, range(0, index));
    expect(state.announced.length).toBeLessThan(30);
  });
});

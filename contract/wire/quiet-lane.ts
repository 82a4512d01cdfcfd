/** Quiet lanes begin with it. Kept as it was first released, because devices hold entries of it. */
export const QUIET_LANES = 'seen:';

/**
 * The lane of a write that the app makes by itself, as when a post was read: it waits for the server like any other, but
 * nobody is told of it or counts it, and one about something that is gone is settled.
 */
export const quietLane = (id: string) => `${QUIET_LANES}${id}`;

export const isQuietLane = (lane: string | undefined): boolean => lane?.startsWith(QUIET_LANES) === true;

/** Rows of the fault matrix that need a browser or concern more than the outbox, with the test that covers each. */
export const heldElsewhere = [
  {
    row: 14,
    title: 'no room for what was read',
    file: 'src/offline/read-evict.test.ts',
    test: 'goes without the row when the device stays full',
  },
  {
    row: 26,
    title: 'offline right after the first visit',
    file: 'tests/faults/offline.spec.ts',
    test: 'is ready for the field seconds after the first visit',
  },
  {
    row: 28,
    title: 'new release while a tab is open',
    file: 'tests/faults/update.spec.ts',
    test: 'opens pages for an old tab whose files the new release has removed',
  },
  {
    row: 31,
    title: 'storage emptied by the browser',
    file: 'src/api/outbox/unsent-note.test.ts',
    test: 'when the browser has emptied the device, the 3 writes that waited are told, once; sent ones are not',
  },
] as const;

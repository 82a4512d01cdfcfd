import { Dexie, type Table } from 'dexie';
import { closeOnVersionChange } from './close-on-version-change.ts';
import { realTimers, type Timers } from './timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from './with-timeout.ts';

/** What a person has typed into a form and not sent yet. */
export type Draft = { form: string; values: unknown; savedAt: number };

/** Every call may reject with StorageHangError; a form must live without an answer. */
export type DraftStore = {
  read(form: string): Promise<Draft | undefined>;
  write(draft: Draft): Promise<void>;
  remove(form: string): Promise<void>;
  close(): void;
};

const draftDbName = (uid: string) => `onsil-outbox-${uid}`;

function openDb(uid: string): Dexie {
  const db = new Dexie(draftDbName(uid));
  db.version(1).stores({ drafts: '&form' });
  closeOnVersionChange(db);
  return db;
}

/** Opens what this user has written on this device; kept apart from what was read, which may go at any time. */
export function openDrafts(uid: string, timers: Timers = realTimers): DraftStore {
  const db = openDb(uid);
  const drafts: Table<Draft, string> = db.table('drafts');
  const guard = createGuard(db, timers);
  return {
    read: (form) => guard(() => drafts.get(form), READ_LIMIT_MS),
    write: async (draft) => {
      await guard(() => drafts.put(draft), WRITE_LIMIT_MS);
    },
    remove: (form) => guard(() => drafts.delete(form), WRITE_LIMIT_MS),
    close: () => db.close(),
  };
}

/** How many forms hold what this user has typed and not sent. */
export async function countDrafts(uid: string, timers: Timers = realTimers): Promise<number> {
  const db = openDb(uid);
  try {
    return await createGuard(db, timers)(() => db.table('drafts').count(), READ_LIMIT_MS);
  } finally {
    db.close();
  }
}

/** Removes everything this user has written and not sent. */
export async function deleteDrafts(uid: string): Promise<void> {
  await Dexie.delete(draftDbName(uid));
}

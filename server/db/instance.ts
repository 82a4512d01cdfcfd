import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { MINUTE_MS } from '#contract/time/time.ts';
import { isHeld } from './lease.ts';
import type { Queries, Store } from './open.ts';
import { readSetting, writeSetting } from './setting.ts';
import type { Trx } from './transaction.ts';

/**
 * A file beside the database with the last mark of the database and the file's own inode, because a folder may be
 * copied and restored as a whole. If it is deleted, the server assumes a restore, and every device asks what of the
 * last days is still stored.
 */
const MARK_FILE = 'onsil.mark';

/** If the server is killed, an older copy from within this time may not be recognised. */
export const MARK_EVERY_MS = 10 * MINUTE_MS;

/** More than are given between a backup and its restore, so that a known number never names another thing. */
const NUMBERS_SKIPPED = 1_000;

/** The lease for the jobs; while somebody holds it, another process runs. */
export const JOBS_LEASE = 'jobs';

/** Other processes run on the database with another data folder. */
export class FolderForeign extends Error {}

/** The id of this database: the same after a restart, another one after a restore. */
export async function instanceId(store: Queries): Promise<string> {
  return settled(store, 'instance', randomUUID());
}

/** The id of this installation; a restore does not change it. The broker keeps messages under it. */
export async function installationId(store: Queries): Promise<string> {
  return settled(store, 'installation', await instanceId(store));
}

async function settled(store: Queries, name: string, fresh: string): Promise<string> {
  const known = await readSetting(store, name);
  if (known === undefined) await writeSetting(store, name, fresh);
  return known ?? fresh;
}

type OpenInstance = {
  id: string;
  /** The database is an older copy than the one that was used last. */
  isRestored: boolean;
  /** Records that the database has changed; call it periodically and at the end. */
  mark(): Promise<void>;
};

/**
 * Detects that the database was replaced by an older copy, and then gives it a new id. The last mark stands in the
 * database and in the file beside it, so an older copy has an outdated one. Call it once, before anything is written.
 * Each step is a transaction, so that processes which share the folder do not interleave. Throws FolderForeign.
 */
export async function openInstance(store: Store, dataDir: string, now = Date.now()): Promise<OpenInstance> {
  const file = path.join(dataDir, MARK_FILE);
  await installationId(store);
  const isRestored = await store.db.transaction().execute(async (trx) => {
    const beside = readMarks(file);
    const inside = await readSetting({ db: trx }, 'mark');
    // Without a mark in either place, this is the first start of a release with marks.
    const isOther = inside === undefined ? beside !== undefined : beside?.includes(inside) !== true;
    if (isOther && store.peers && (await isHeld({ db: trx }, JOBS_LEASE, now))) throw new FolderForeign();
    if (isOther) await begin(trx);
    return isOther;
  });

  async function mark(): Promise<void> {
    const next = randomUUID();
    await store.db.transaction().execute(async (trx) => {
      const before = (await readSetting({ db: trx }, 'mark')) ?? '';
      // The file holds both marks until the database has the new one, so a crash in between does not look like a restore.
      writeMarks(file, [before, next]);
      await writeSetting({ db: trx }, 'mark', next);
    });
    await store.db.transaction().execute(async (trx) => {
      // Another process may have set the next mark meanwhile.
      if ((await readSetting({ db: trx }, 'mark')) === next) writeMarks(file, [next]);
    });
  }
  await mark();
  return { id: await instanceId(store), isRestored, mark };
}

async function begin(trx: Trx): Promise<void> {
  await writeSetting({ db: trx }, 'instance', randomUUID());
  await trx
    .updateTable('sequence')
    .set((eb) => ({ next: eb('next', '+', NUMBERS_SKIPPED) }))
    .execute();
}

/** Empty when the file was copied; undefined when there is no file. */
function readMarks(file: string): readonly string[] | undefined {
  if (!existsSync(file)) return undefined;
  const [inode, ...marks] = readFileSync(file, 'utf8').trim().split('\n');
  return inode === String(statSync(file).ino) ? marks : [];
}

function writeMarks(file: string, marks: readonly string[]): void {
  const fd = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(fd, [fstatSync(fd).ino, ...marks].join('\n'));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${file}.new`, file);
}

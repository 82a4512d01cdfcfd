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
import type { Queries } from './open.ts';
import { readSetting, writeSetting } from './setting.ts';

/**
 * Beside the database: how far the database of this folder has come, and which file it is that says so, for a folder may
 * be copied and put back as a whole. Whoever removes it has every device ask what of the last days is still there.
 */
const MARK_FILE = 'onsil.mark';

/** A copy that is put back this soon after it was made may go unnoticed, if the server was killed meanwhile. */
export const MARK_EVERY_MS = 10 * MINUTE_MS;

/** More numbers than are given between a backup and its return: what a device calls 17 is never another thing's. */
const NUMBERS_SKIPPED = 1_000;

/** Names this database: stays the same over restarts, differs between installations and after a restore. */
export async function instanceId(store: Queries): Promise<string> {
  return settled(store, 'instance', randomUUID());
}

/** Names this installation, whatever becomes of its database; a broker keeps messages under it. */
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
  /** The database is an older copy of what stood here. */
  isRestored: boolean;
  /** Notes that the database has come further; to be called now and then, and at the end. */
  mark(): Promise<void>;
};

/**
 * Looks whether an older copy was put in the place of the database, and gives it another name then. The last mark stands
 * in the database and beside it; a copy bears one that has been replaced. Called once, before anything is written.
 */
export async function openInstance(store: Queries, dataDir: string): Promise<OpenInstance> {
  const file = path.join(dataDir, MARK_FILE);
  await installationId(store);
  const beside = readMarks(file);
  const inside = await readSetting(store, 'mark');
  // The first start of a release that knows marks finds neither.
  const isRestored = inside === undefined ? beside !== undefined : beside?.includes(inside) !== true;
  if (isRestored) await begin(store);

  async function mark(): Promise<void> {
    const before = (await readSetting(store, 'mark')) ?? '';
    const next = randomUUID();
    // Both hold while the database is about to follow: a crash in between is no restore.
    writeMarks(file, [before, next]);
    await writeSetting(store, 'mark', next);
    writeMarks(file, [next]);
  }
  await mark();
  return { id: await instanceId(store), isRestored, mark };
}

async function begin({ db }: Queries): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeSetting({ db: trx }, 'instance', randomUUID());
    await trx
      .updateTable('sequence')
      .set((eb) => ({ next: eb('next', '+', NUMBERS_SKIPPED) }))
      .execute();
  });
}

/** None in a copy of the file; undefined where there is no file. */
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

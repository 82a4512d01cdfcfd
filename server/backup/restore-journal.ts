import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { ConfigError } from '../config.ts';
import { namesIn, sync, writeSafely } from './disk-files.ts';

/** Names below the data folder: of the new contents, and the prefix of the previous ones. */
export const RESTORING = '.restoring';
export const REPLACED_PREFIX = 'before-restore-';

const JOURNAL = 'restore-under-way.json';

/** Exists while the contents of a data folder are exchanged, so that no server starts on half of them. */
const journalOf = z.object({
  copy: z.string(),
  madeAt: z.string(),
  /** Name of the folder for the previous contents; null when there are none. */
  aside: z.nullable(z.string()),
  /** Whether the previous contents are being moved aside, or the new ones moved in. */
  step: z.enum(['aside', 'in']),
});
export type Journal = z.infer<typeof journalOf>;

/** The journal of an interrupted restore; undefined without one. */
export async function readJournal(dataDir: string): Promise<Journal | undefined> {
  if (!(await namesIn(dataDir)).includes(JOURNAL)) return undefined;
  return journalOf.parse(JSON.parse(await readFile(path.join(dataDir, JOURNAL), 'utf8')));
}

/** Throws ConfigError for a data folder with an interrupted restore, because its contents are incomplete. */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await readJournal(dataDir)) === undefined) return;
  throw new ConfigError(
    `A restore into ${dataDir} was cut short: run the same npm run restore again, and it goes on where it stopped.`,
  );
}

export async function writeJournal(dataDir: string, journal: Journal): Promise<void> {
  const file = path.join(dataDir, JOURNAL);
  await rm(`${file}.new`, { force: true });
  await writeSafely(`${file}.new`, JSON.stringify(journal));
  await rename(`${file}.new`, file);
  await sync(dataDir);
}

/** Names that do not belong to the contents, or were moved aside earlier. */
export function isKeptInPlace(name: string): boolean {
  return (
    name.startsWith('server.lock') ||
    name.startsWith(JOURNAL) ||
    name.startsWith(REPLACED_PREFIX) ||
    name === 'lost+found'
  );
}

/**
 * Exchanges the contents of a data folder for the new ones by renames only. The folder itself stays, because a mount
 * point cannot be renamed. It can be called again after any interruption.
 */
export async function finishRestore(dataDir: string, journal: Journal): Promise<void> {
  const made = path.join(dataDir, RESTORING);
  if (journal.step === 'aside') {
    if (journal.aside !== null) {
      const aside = path.join(dataDir, journal.aside);
      await mkdir(aside, { recursive: true, mode: 0o700 });
      for (const name of await namesIn(dataDir)) {
        if (!isKeptInPlace(name) && name !== RESTORING) await rename(path.join(dataDir, name), path.join(aside, name));
      }
      await sync(aside);
    }
    await writeJournal(dataDir, { ...journal, step: 'in' });
  }
  for (const name of await namesIn(made)) await rename(path.join(made, name), path.join(dataDir, name));
  await sync(dataDir);
  await rm(made, { recursive: true, force: true });
  await rm(path.join(dataDir, JOURNAL));
  await sync(dataDir);
}

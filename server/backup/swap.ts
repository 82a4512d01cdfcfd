import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { ConfigError } from '../config.ts';
import { namesIn, sync, writeSafely } from './disk-files.ts';

/** Below the data folder: what is being made, and the names of what it took the place of. */
export const RESTORING = '.restoring';
export const ASIDE = 'before-restore-';

const JOURNAL = 'restore-under-way.json';

/** Stands while the contents of a data folder are exchanged, so that neither half is taken for the whole. */
const journalOf = z.object({
  copy: z.string(),
  madeAt: z.string(),
  /** Where the old contents go, below the data folder; null where there are none. */
  aside: z.nullable(z.string()),
  /** The old ones are being put aside, or the new ones brought in. */
  step: z.enum(['aside', 'in']),
});
export type Journal = z.infer<typeof journalOf>;

/** Undefined where no restore has been cut short. */
export async function readJournal(dataDir: string): Promise<Journal | undefined> {
  if (!(await namesIn(dataDir)).includes(JOURNAL)) return undefined;
  return journalOf.parse(JSON.parse(await readFile(path.join(dataDir, JOURNAL), 'utf8')));
}

/** Throws ConfigError for a data folder whose contents were being exchanged: it is neither the old one nor the new. */
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

/** What is no content of a data folder, or was put aside earlier. */
export function isKeptInPlace(name: string): boolean {
  return name.startsWith('server.lock') || name.startsWith(JOURNAL) || name.startsWith(ASIDE) || name === 'lost+found';
}

/**
 * Exchanges the contents of a data folder for what was made, by renames alone. Folders themselves stay: one that is
 * mounted cannot be renamed. May be called again after it was cut short anywhere.
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

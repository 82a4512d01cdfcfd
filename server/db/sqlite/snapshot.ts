import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/** Pages copied at a time, one megabyte. */
const SLICE_PAGES = 256;
/** What was copied goes to the disk this often, so that no commit of the server waits behind a gigabyte of it. */
const SYNC_EVERY_SLICES = 32;

/**
 * Copies a database that others write to, as it is at one instant, into a new file. One read transaction lasts over all
 * slices: without it each commit of another process would make SQLite begin the copy anew. Writers are not held up; their
 * log grows meanwhile. To be called in a process of its own, for it sleeps as long as it works.
 */
export async function copyDatabase(file: string, to: string): Promise<void> {
  const source = new SQLite(file, { readonly: true, fileMustExist: true });
  let handle: number | undefined;
  let slices = 0;
  let begun = performance.now();
  try {
    // For its owner alone, and nobody in between.
    handle = openSync(to, 'wx', 0o600);
    const copied = handle;
    source.exec('begin');
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(to, {
      progress: () => {
        slices += 1;
        if (slices % SYNC_EVERY_SLICES === 0) fdatasyncSync(copied);
        sleep(performance.now() - begun);
        begun = performance.now();
        return SLICE_PAGES;
      },
    });
  } finally {
    if (handle !== undefined) closeSync(handle);
    source.close();
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** What a database says of itself. */
type DatabaseFacts = {
  instance: string | null;
  /** Names of the migrations it has been through. */
  migrations: string[];
  /** Epoch ms; null where nothing was ever measured. */
  newestReadingAt: number | null;
  farms: number;
  users: number;
  devices: number;
};

/**
 * Makes one file of a copy, without a log beside it, and looks through it. Throws SQLITE_CORRUPT where its pages do not
 * fit together.
 */
export function settleCopy(file: string): DatabaseFacts {
  const copy = new SQLite(file, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = delete');
    const found = copy.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new SQLite.SqliteError(String(found), 'SQLITE_CORRUPT');
    const one = <T>(text: string) => copy.prepare<[], T>(text).pluck().get();
    const countOf = (table: string) => one<number>(`select count(*) from "${table}"`) ?? 0;
    return {
      instance: one<string>(`select value from setting where name = 'instance'`) ?? null,
      migrations: copy.prepare<[], string>('select name from kysely_migration order by name').pluck().all(),
      newestReadingAt: one<number>('select max(at) from latest') ?? null,
      farms: countOf('farm'),
      users: countOf('user'),
      devices: countOf('device'),
    };
  } finally {
    copy.close();
  }
}

/** The hashes of all photos that a copy names, each once. */
export function photoHashesOf(file: string): string[] {
  const copy = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    // A database from before there were photos is as good a thing to keep.
    const hasPhotos = copy.prepare(`select 1 from sqlite_master where type = 'table' and name = 'photo'`).get();
    return hasPhotos ? copy.prepare<[], string>('select distinct hash from photo order by hash').pluck().all() : [];
  } finally {
    copy.close();
  }
}

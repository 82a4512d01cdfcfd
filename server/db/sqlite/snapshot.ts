import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/** Pages per step, one megabyte. */
const SLICE_PAGES = 256;
/** How often the copy is flushed, in steps, so that no commit of the server waits behind a gigabyte of it. */
const SYNC_EVERY_SLICES = 32;

/**
 * Copies a database in use, as it is at one instant, into a new file. One read transaction spans all steps; otherwise
 * each commit of another process would make SQLite start again. Writers are not blocked, but their write-ahead log
 * grows. Call it in a separate process, because it blocks, and sleeps as long as it works.
 */
export async function copyDatabase(file: string, to: string): Promise<void> {
  const source = new SQLite(file, { readonly: true, fileMustExist: true });
  let handle: number | undefined;
  let slices = 0;
  let begun = performance.now();
  try {
    // Creates the file with mode 600 from the beginning, so that nobody else can ever read it.
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

/** Facts that are read from a copy. */
type DatabaseFacts = {
  instance: string | null;
  /** Names of the migrations that were run. */
  migrations: string[];
  /** Epoch ms; null without any reading. */
  newestReadingAt: number | null;
  farms: number;
  users: number;
  devices: number;
};

/**
 * Turns a copy into a single file without a write-ahead log, and checks it. Throws SQLITE_CORRUPT when it is damaged.
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

/** The distinct hashes of all photos in a copy. */
export function photoHashesOf(file: string): string[] {
  const copy = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    // Databases of early releases have no photos.
    const hasPhotos = copy.prepare(`select 1 from sqlite_master where type = 'table' and name = 'photo'`).get();
    return hasPhotos ? copy.prepare<[], string>('select distinct hash from photo order by hash').pluck().all() : [];
  } finally {
    copy.close();
  }
}

import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '#contract/time/time.ts';
import { knownSecret } from '../auth/session/secret.ts';
import { refuseHalfRestored } from '../backup/restore-journal.ts';
import { DATABASE_FILE, readDatabaseUrl, readDataDir } from '../config.ts';
import { expectTables, isPostgres, openStore, type Queries, type Store } from '../db/open.ts';
import { type FolderLock, tryLockDataDir } from '../kernel/process/data-dir-lock.ts';
import { type Called, runProgram, type Sentence, sentenceIn } from '../kernel/process/operator-program.ts';
import { pathsOfPhoto } from '../photo/files.ts';
import { asFailure, MoveFailure } from './failure.ts';
import { type ComparedTable, type End, findOccupant, moveDatabase, type Occupant } from './move-database.ts';
import { type SaidCode, texts } from './operator-text.ts';

type Said = Sentence<SaidCode>;

/** The path or URL of a database and its displayed name; `isFile`: SQLite in the data folder of that name. */
type Place = { at: string; name: string; isFile: boolean };

type Places = { source: Place; target: Place };

/** Interval between progress messages, ms. */
const TOLD_EVERY_MS = 5 * SECOND_MS;

/** Moves an installation between the database engines as the arguments say; returns the exit code. */
export async function move(called: Called): Promise<number> {
  const isOwn = (error: unknown) => error instanceof MoveFailure;
  return runProgram(called, { usage: 'usage', texts, isOwn }, async () => {
    const places = readPlaces(called);
    const lock = lockFolder(places);
    try {
      return await withStores(places, called);
    } finally {
      lock.release();
    }
  });
}

function readPlaces({ args, env }: Called): Places {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
  const { to } = values;
  if (!to || (isPostgres(to) && !URL.canParse(to))) throw new MoveFailure('usage', { code: 'usage' });
  const databaseUrl = readDatabaseUrl({ DATABASE_URL: env.DATABASE_URL });
  if (databaseUrl !== undefined) {
    if (isPostgres(to)) throw new MoveFailure('usage', { code: 'sameEngine' });
    return { source: inPostgres(databaseUrl), target: inFolder(path.resolve(to)) };
  }
  if (!isPostgres(to)) throw new MoveFailure('usage', { code: 'fromNowhere', to });
  const source = inFolder(readDataDir(env));
  if (!existsSync(source.at)) throw new MoveFailure('usage', { code: 'noInstallation', place: source.name });
  return { source, target: inPostgres(to) };
}

const inFolder = (folder: string): Place => ({ at: path.join(folder, DATABASE_FILE), name: folder, isFile: true });

/** The displayed name omits user and password. */
function inPostgres(url: string): Place {
  const { host, pathname } = new URL(url);
  return { at: url, name: `postgres://${host}${pathname}`, isFile: false };
}

const namesOf = ({ source, target }: Places) =>
  source.isFile ? { folder: source.name, server: target.name } : { folder: target.name, server: source.name };

/** Locks the data folder against servers and restores. Opening a PostgreSQL store takes its lock. */
function lockFolder(places: Places): FolderLock {
  const { folder } = namesOf(places);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = tryLockDataDir(folder);
  if (!lock) throw new MoveFailure('busy', { code: 'serverRuns', place: folder });
  return lock;
}

async function withStores(places: Places, called: Called): Promise<Said[]> {
  const { source, target } = places;
  const names = namesOf(places);
  await refuseHalfRestored(names.folder);
  const naming = async <T>(place: string, work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw asFailure(error, { ...names, place });
    });
  const from = await naming(source.name, () => openStore(source.at, { look: expectTables }));
  try {
    const { store, aside } = await naming(target.name, () => openTarget(target, called.now()));
    try {
      const ends = { source: { store: from, place: source.name }, target: { store, place: target.name } };
      const moved = await naming(target.name, () => moveBetween(ends, called));
      return [...aside, moved, ...(target.isFile ? await nextIn(target.name, store, called.env) : [nextOnPostgres])];
    } finally {
      await store.close();
    }
  } finally {
    await from.close();
  }
}

/** Opens the target. A database file that an earlier move has left is renamed and kept. */
async function openTarget({ at, name, isFile }: Place, now: number): Promise<{ store: Store; aside: Said[] }> {
  const seen: { occupant: Occupant } = { occupant: 'nothing' };
  const look = async (found: Queries) => {
    seen.occupant = await findOccupant(found);
    if (seen.occupant === 'used' || seen.occupant === 'left')
      throw new MoveFailure('usage', { code: 'notEmpty', place: name });
  };
  try {
    return { store: await openStore(at, { look }), aside: [] };
  } catch (error) {
    if (!isFile || seen.occupant !== 'left') throw error;
    const aside = path.join(name, `before-move-${now}`);
    mkdirSync(aside, { mode: 0o700 });
    renameSync(at, path.join(aside, DATABASE_FILE));
    return { store: await openStore(at), aside: [{ code: 'putAside', aside }] };
  }
}

async function moveBetween(ends: { source: End; target: End }, { env, say, now }: Called): Promise<Said> {
  const begun = now();
  let [toldAt, rows, tables] = [begun, 0, 0];
  const tell = (said: Said) => say(sentenceIn(texts, said, env));
  const [from, to] = [ends.source.place, ends.target.place];
  await moveDatabase({
    ...ends,
    now,
    onResumed: (code) => tell({ code, place: to }),
    onProgress(table, copied) {
      if (now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = now();
      tell({ code: 'copying', table, rows: copied });
    },
    onCompared(table) {
      if (tables === 0) tell({ code: 'heading' });
      [rows, tables] = [rows + table.source.rows, tables + 1];
      tell(comparedLine(table));
    },
  });
  return { code: 'moved', from, to, rows, tables, seconds: ((now() - begun) / SECOND_MS).toFixed(1) };
}

const nextOnPostgres: Said = { code: 'nextOnPostgres' };

/** The next steps after a move into a data folder, with the secret and photos that are missing there. */
async function nextIn(folder: string, { db }: Store, env: Called['env']): Promise<Said[]> {
  const said: Said[] = [];
  if (knownSecret(folder, env) === undefined) said.push({ code: 'secretLacking', to: folder });
  const photos = await db.selectFrom('photo').select('hash').distinct().orderBy('hash').execute();
  const missing = photos
    .flatMap(({ hash }) => pathsOfPhoto(hash))
    .filter((name) => !existsSync(path.join(folder, name)));
  const [first] = missing;
  if (first !== undefined) said.push({ code: 'photosLacking', to: folder, count: missing.length, name: first });
  return [...said, { code: 'nextOnSqlite', to: folder }];
}

/** Printed characters of a digest. */
const SHOWN = 16;

function comparedLine({ name, source, target, seconds }: ComparedTable): Said {
  const shown = {
    table: name.padEnd(18),
    rows: String(source.rows).padStart(10),
    digest: source.sha256.slice(0, SHOWN),
    seconds: seconds.toFixed(1).padStart(7),
  };
  if (source.sha256 === target.sha256) return { code: 'compared', ...shown };
  const theirs = { theirRows: target.rows, theirDigest: target.sha256.slice(0, SHOWN) };
  return { code: 'comparedNot', ...shown, ...theirs };
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** The environment variable with the folder in which the files of a run note what they asked. */
const FOLDER = 'TEST_STATEMENTS_DIR';

/** From now on every test process of this run notes the statements it sends to PostgreSQL. */
export function beginNoting(): void {
  process.env[FOLDER] = mkdtempSync(path.join(os.tmpdir(), 'onsil-statements-'));
}

/** Where in the project a statement comes from: the first place that is neither a package nor the way to the database. */
const ON_THE_WAY =
  /node_modules|node:|asked-statements|server\/db\/(postgres\/|prepared-query|transaction|table-copy\/)/;

/** Tests, and programs that work on whole tables while no server runs. */
const NOT_OF_SERVER = /\/tests\/|\.test\.ts|server\/(move|db\/migrations)\//;

/** Whether the server asks that is tested, and not a test by itself; a pool asks what it was asked already. */
function isAskedByServer(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = stackTraceLimit;
  const place = frames.find((frame) => !ON_THE_WAY.test(frame) && /\.ts:\d/.test(frame));
  return place !== undefined && !NOT_OF_SERVER.test(place);
}

/** Notes each text that the server sends in this process, once, until the returned function is called. */
export function noteStatements(): () => void {
  const folder = process.env[FOLDER];
  if (folder === undefined) return () => {};
  const texts = new Set<string>();
  const originals = [pg.Client.prototype, pg.Pool.prototype].map((asked) => ({ asked, query: asked.query }));
  for (const { asked, query } of originals) {
    asked.query = function noted(this: unknown, ...given: unknown[]) {
      const [first] = given;
      const text = typeof first === 'string' ? first : Object(first).text;
      if (typeof text === 'string' && !texts.has(text) && isAskedByServer()) texts.add(text);
      return Reflect.apply(query, this, given);
    };
  }
  return () => {
    for (const { asked, query } of originals) asked.query = query;
    writeFileSync(path.join(folder, randomUUID()), JSON.stringify([...texts]));
  };
}

/** All texts that were noted, each once, and the end of it. */
export function takeNoted(): Set<string> {
  const folder = process.env[FOLDER] ?? '';
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  rmSync(folder, { recursive: true });
  return new Set(files.flatMap((file): string[] => JSON.parse(file)));
}

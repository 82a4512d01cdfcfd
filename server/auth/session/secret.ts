import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../../config.ts';
import { JOBS_LEASE } from '../../db/instance.ts';
import { isHeld } from '../../db/lease.ts';
import type { Store } from '../../db/open.ts';
import { readSetting, writeSetting } from '../../db/setting.ts';

const MIN_LENGTH = 16;
/** The setting with the digest of the secret that the processes on a database have. */
const DIGEST = 'secret-digest';

/**
 * The secret that signs tokens and CSRF cookies: AUTH_SECRET, or the one in the data folder, which is generated at the
 * first start. Throws ConfigError for a secret that is too short.
 */
export function loadSecret(dataDir: string, env: Record<string, string | undefined> = process.env): string {
  if (env.AUTH_SECRET) return longEnough(env.AUTH_SECRET, 'AUTH_SECRET');
  const file = fileIn(dataDir);
  const known = readIfThere(file) ?? generate(file);
  return longEnough(known, file);
}

/** The existing secret, for programs that must not create one; undefined where there is none. */
export function knownSecret(dataDir: string, env: Record<string, string | undefined>): string | undefined {
  return env.AUTH_SECRET || readIfThere(fileIn(dataDir));
}

/** Whether the folder holds a secret from an earlier start. */
export function hasSecret(dataDir: string): boolean {
  return existsSync(fileIn(dataDir));
}

/**
 * Throws ConfigError where other processes run with another secret: each would refuse the sessions of the others and
 * could not read the keys that they have encrypted. Once all have stopped the next start may bring a new one.
 */
export async function requireSharedSecret(store: Store, secret: string, now: number): Promise<void> {
  if (!store.peers) return;
  const digest = createHmac('sha256', secret).update('shared among processes').digest('base64url');
  await store.db.transaction().execute(async (trx) => {
    const known = await readSetting({ db: trx }, DIGEST);
    // Processes of a release before digests have none.
    if (known !== undefined && known !== digest && (await isHeld({ db: trx }, JOBS_LEASE, now))) {
      throw new ConfigError(
        'The secret (AUTH_SECRET or DATA_DIR/secret) is not that of the servers that run on the database of DATABASE_URL: give this one theirs, or stop all of them to change it.',
      );
    }
    if (known !== digest) await writeSetting({ db: trx }, DIGEST, digest);
  });
}

const fileIn = (dataDir: string) => path.join(dataDir, 'secret');

function generate(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // A link is atomic and never replaces a file, so neither a crash nor a second server leaves half a secret.
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfThere(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    // A file restored from a backup may be readable by others.
    chmodSync(file, 0o600);
    return text;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function longEnough(secret: string, source: string): string {
  if (secret.length >= MIN_LENGTH) return secret;
  throw new ConfigError(`${source} must hold at least ${MIN_LENGTH} characters; 32 random bytes are best.`);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../../config.ts';

const MIN_LENGTH = 16;

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

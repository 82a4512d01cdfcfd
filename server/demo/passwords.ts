import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashPassword, verifyPassword } from '../auth/password/password.ts';
import type { Store } from '../db/open.ts';
import { type DemoUser, demoUsers } from './farms.ts';

export type DemoPasswords = { readonly [User in DemoUser]: string };

const FILE = 'demo-passwords';

/**
 * The passwords in the data folder, one line per login ('grower 3fK…'). When there are none, it makes new ones and
 * writes them, readable by the owner only.
 */
export function ownPasswords(dataDir: string): { passwords: DemoPasswords; file: string; areNew: boolean } {
  const file = path.join(dataDir, FILE);
  const found = readPasswords(file);
  if (found) return { passwords: found, file, areNew: false };
  const passwords = { admin: aPassword(), grower: aPassword(), family: aPassword() };
  const lines = demoUsers.map((user) => `${user} ${passwords[user]}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return { passwords, file, areNew: true };
}

const aPassword = () => randomBytes(12).toString('base64url');

function readPasswords(file: string): DemoPasswords | undefined {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined; // No file: none were made yet, or the operator removed it to get new ones.
  }
  const found = new Map(text.split('\n').map((line) => [line.split(' ')[0], line.split(' ')[1]?.trim()]));
  const [admin, grower, family] = demoUsers.map((user) => found.get(user));
  return admin && grower && family ? { admin, grower, family } : undefined;
}

export function removePasswords(dataDir: string): void {
  rmSync(path.join(dataDir, FILE), { force: true });
}

/** Sets the passwords of the demonstration's accounts where they differ, and ends the sessions of these accounts. */
export async function setDemoPasswords(store: Store, passwords: DemoPasswords, now: number): Promise<void> {
  for (const login of demoUsers) {
    const account = await store.db
      .selectFrom('user')
      .select(['id', 'password_hash as hash'])
      .where('login', '=', login)
      .where('is_demo', '=', 1)
      .executeTakeFirst();
    if (!account || (await verifyPassword(account.hash, passwords[login]))) continue;
    const hash = await hashPassword(passwords[login]);
    await store.db.transaction().execute(async (trx) => {
      const set = { password_hash: hash, password_changed_at: now };
      await trx.updateTable('user').set(set).where('id', '=', account.id).execute();
      await trx.deleteFrom('session').where('user_id', '=', account.id).execute();
    });
  }
}

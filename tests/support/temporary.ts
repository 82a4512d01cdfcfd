import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openStore, type Store } from '#server/db/open.ts';
import { onCleanup } from './on-cleanup.ts';
import { placeOf } from './store/test-database.ts';

/** A folder that is deleted after the test. */
export function temporaryDir(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'onsil-test-'));
  onCleanup(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A migrated, empty database. */
export async function aStore(): Promise<Store> {
  const store = await openStore(await placeOf(path.join(temporaryDir(), 'onsil.db')));
  onCleanup(() => store.close());
  return store;
}

import path from 'node:path';
import { backUp, restore } from '#server/backup/operator.ts';
import type { Store } from '#server/db/open.ts';
import { photoFiles } from '#server/photo/files.ts';
import { aPhotoOn } from '../store/store.ts';
import { temporaryDir } from '../temporary.ts';

/** Output and exit code of an operator's program. */
export type Ended = { code: number; said: string };

/** Runs `npm run backup` in this process. */
export async function runBackup(
  dataDir: string,
  args: readonly string[],
  { env = {}, now = Date.now }: { env?: Record<string, string>; now?(): number } = {},
): Promise<Ended> {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const code = await backUp({ args, env: { DATA_DIR: dataDir, ...env }, say, now });
  return { code, said: lines.join('\n') };
}

/** Runs `npm run restore` in this process. */
export async function runRestore(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const lines: string[] = [];
  const code = await restore({ args, env, say: (line) => void lines.push(line), now: Date.now });
  return { code, said: lines.join('\n') };
}

/** Backs up into a new folder; returns the folder of the backup. */
export async function aCopyOf(dataDir: string, args: readonly string[] = []): Promise<string> {
  const to = temporaryDir();
  const { code, said } = await runBackup(dataDir, ['--to', to, ...args]);
  const [, folder] = /Copied to (\S+):/.exec(said) ?? [];
  if (code !== 0 || folder === undefined) throw new Error(`no copy was made: ${said}`);
  return folder;
}

/** A photo of a farm, in the database and on disk; returns the path of its larger file in the data folder. */
export async function aKeptPhoto(store: Store, dataDir: string, farmId: number): Promise<string> {
  const photo = { file: Buffer.from(`photo of ${farmId}`), thumbnail: Buffer.from(`small ${farmId}`) };
  const hash = await photoFiles(dataDir).keep({ ...photo, width: 1, height: 1 });
  await aPhotoOn(store, farmId);
  await store.db.updateTable('photo').set({ hash }).where('farm_id', '=', farmId).execute();
  return path.join('photos', hash.slice(0, 2), `${hash}.webp`);
}

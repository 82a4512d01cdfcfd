import path from 'node:path';
import { parseArgs } from 'node:util';
import { seoulClock, seoulDate } from '#contract/time/time.ts';
import { knownSecret } from '../auth/session/secret.ts';
import { readDataDir } from '../config.ts';
import { type Called, runProgram, type Sentence } from '../kernel/process/operator-program.ts';
import { type Copy, SECRET } from './copy-folder.ts';
import { inMegabytes, secretMarkOf } from './facts.ts';
import { BackupFailure } from './failure.ts';
import { type MadeCopy, makeCopy } from './make-copy.ts';
import { type SaidCode, texts } from './operator-text.ts';
import { checkCopy, restoreCopy } from './restore-copy.ts';

type Said = Sentence<SaidCode>;

/** Makes a copy as the arguments ask; returns the exit code. */
export async function backUp(called: Called): Promise<number> {
  return run(called, 'usageBackup', async () => {
    const { env, now } = called;
    if (env.DATABASE_URL) throw new BackupFailure('usage', { code: 'onPostgres' });
    const { values } = parseArgs({
      args: [...called.args],
      options: { to: { type: 'string' }, 'with-secret': { type: 'boolean' }, keep: { type: 'string' } },
    });
    const [to, dataDir] = [values.to || env.BACKUP_DIR, readDataDir(env)];
    const keepDays = values.keep === undefined ? undefined : Number(values.keep);
    if (!to || (keepDays !== undefined && !(Number.isInteger(keepDays) && keepDays > 0))) throw usage('usageBackup');
    const secret = knownSecret(dataDir, env);
    const isSecretWanted = values['with-secret'] === true;
    const made = await makeCopy({ dataDir, to: path.resolve(to), secret, isSecretWanted, keepDays, now });
    return [...aboutCopy(made), aboutSecretOf(made.copy, isSecretWanted, path.join(dataDir, SECRET))];
  });
}

function aboutCopy({ copy: { folder, manifest }, linked, isSameDisk }: MadeCopy): Said[] {
  const { database, photos, seconds } = manifest;
  const { missing, files } = photos;
  const said: Said[] = [{ code: 'made', copy: folder, database: inMegabytes(database.bytes), files, linked, seconds }];
  const [first] = missing;
  if (first !== undefined) said.push({ code: 'photosMissing', count: missing.length, name: first });
  if (isSameDisk) said.push({ code: 'sameDisk' });
  return said;
}

function aboutSecretOf({ manifest: { hasSecret } }: Copy, isWanted: boolean, file: string): Said {
  if (hasSecret) return { code: 'secretPutIn' };
  return isWanted ? { code: 'secretUnknown' } : { code: 'secretLeftOut', file };
}

/** Restores or checks a copy as the arguments ask; returns the exit code. */
export async function restore(called: Called): Promise<number> {
  return run(called, 'usageRestore', async () => {
    const { env, now } = called;
    const { values } = parseArgs({
      args: [...called.args],
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        replace: { type: 'boolean' },
        'leave-out-damaged-photos': { type: 'boolean' },
        check: { type: 'boolean' },
      },
    });
    if (env.DATABASE_URL) throw new BackupFailure('usage', { code: 'onPostgres' });
    if (!values.from) throw usage('usageRestore');
    const from = path.resolve(values.from);
    if (values.check) return [{ code: 'isWhole', from, ...contentOf(await checkCopy(from)) }];
    const to = values.to ? path.resolve(values.to) : readDataDir(env);
    const mayLeaveOutPhotos = values['leave-out-damaged-photos'] === true;
    const asked = { from, to, mayReplace: values.replace === true, mayLeaveOutPhotos, now };
    const { copy, aside, isResumed, leftOut } = await restoreCopy(asked);
    const said: Said[] = isResumed ? [{ code: 'resumed', to }] : [];
    said.push({ code: 'restored', from, to, madeAt: inSeoul(copy.manifest.madeAt), ...contentOf(copy) });
    const [first] = leftOut;
    if (first !== undefined) said.push({ code: 'photosLeftOut', count: leftOut.length, name: first });
    if (aside !== null) said.push({ code: 'putAside', aside });
    said.push(aboutSecretIn(to, copy, env), { code: 'whatNext' });
    return said;
  });
}

function contentOf({ manifest: { farms, users, newestReadingAt, photos } }: Copy) {
  return { farms, users, newest: newestReadingAt === null ? '-' : inSeoul(newestReadingAt), files: photos.files };
}

/** '2026-11-23 03:10', in Seoul time. */
function inSeoul(instant: string): string {
  const at = Date.parse(instant);
  return `${seoulDate(at)} ${seoulClock(at)}`;
}

/** Whether the secret can decrypt what the restored database holds. */
function aboutSecretIn(dataDir: string, { manifest }: Copy, env: Called['env']): Said {
  const file = path.join(dataDir, SECRET);
  const secret = knownSecret(dataDir, env);
  if (secret === undefined) return { code: 'secretLacking', file };
  const isSame = manifest.secretMark === null || secretMarkOf(secret) === manifest.secretMark;
  return isSame ? { code: 'secretFits' } : { code: 'secretDiffers', file };
}

const usage = (code: 'usageBackup' | 'usageRestore') => new BackupFailure('usage', { code });

function run(called: Called, usageCode: 'usageBackup' | 'usageRestore', work: () => Promise<Said[]>): Promise<number> {
  const isOwn = (error: unknown) => error instanceof BackupFailure;
  return runProgram(called, { usage: usageCode, texts, isOwn }, work);
}

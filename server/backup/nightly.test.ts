import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { runBackup } from '../../tests/support/server/kept-installation.ts';
import { temporaryDir } from '../../tests/support/temporary.ts';
import { openStore } from '../db/open.ts';
import { createBackupMetrics, createMetrics } from '../http/metrics.ts';
import { createNightly, isDue } from './nightly.ts';
import { findBackupState } from './state.ts';

const AT_MS = 3 * HOUR_MS + 10 * 60_000;
const seoul = (text: string) => parseInstant(`2026-11-${text}:00+09:00`);

describe('a copy is due', () => {
  it.each<[what: string, isSo: boolean, now: string, madeAt: string | undefined, failedAt: string | undefined]>([
    ['where there is none', true, '23T12:00', undefined, undefined],
    ['once the hour has come', true, '23T03:10', '22T03:10', undefined],
    ['not before it', false, '23T03:09', '22T03:10', undefined],
    ['not twice a night', false, '23T03:11', '23T03:10', undefined],
    ['after a night without a server', true, '23T15:00', '20T03:10', undefined],
    ['not right after a failure', false, '23T03:40', '22T03:10', '23T03:10'],
    ['an hour after it', true, '23T04:10', '22T03:10', '23T03:10'],
    ['in the next night whatever failed before', true, '23T03:10', '21T03:10', '23T03:00'],
  ])('%s: %s', (_, isSo, now, madeAt, failedAt) => {
    const at = (text: string | undefined) => (text === undefined ? undefined : seoul(text));
    expect(isDue({ atMs: AT_MS, now: seoul(now), madeAt: at(madeAt), failedAt: at(failedAt) })).toBe(isSo);
  });
});

/** An installation whose nightly copies are made by the real program, with a clock that the test sets. */
async function anInstallation() {
  const dataDir = temporaryDir();
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  const settings = { dir: path.join(temporaryDir(), 'copies'), atMs: AT_MS, keepDays: 14 };
  let now = seoul('23T04:00');
  let runs = 0;
  const metrics = createMetrics(() => now);
  const gauges = createBackupMetrics(metrics);
  const aProcess = () => {
    const nightly = createNightly({
      ...{ settings, dataDir, log: pino({ level: 'silent' }), metrics: gauges, now: () => now },
      runBackup: async ({ dir, keepDays }) => {
        runs += 1;
        const { code, said } = await runBackup(dataDir, ['--to', dir, '--keep', `${keepDays}`], { now: () => now });
        return { exitCode: code, said };
      },
    });
    return () => nightly(store, new AbortController().signal);
  };
  return {
    settings,
    aProcess,
    runs: () => runs,
    setClock: (text: string) => {
      now = seoul(text);
    },
    state: () => findBackupState(store, { settings, dataDir, now }),
    figure: async (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1]),
    close: () => store.close(),
  };
}

it('a copy is made once a night, by one of several processes, and told', async () => {
  const { aProcess, runs, setClock, state, figure, close } = await anInstallation();
  const [one, other] = [aProcess(), aProcess()];
  expect(await state()).toMatchObject({ lastAt: null, copies: 0, isOverdue: true });
  await Promise.all([one(), other()]);
  await Promise.all([one(), other()]);
  expect(runs()).toBe(1);
  const lastAt = seoul('23T04:00');
  expect(await state()).toMatchObject({ lastAt, copies: 1, isOverdue: false, isSameDisk: true, failure: null });
  expect(await figure('onsil_backup_last_success_timestamp_seconds')).toBe(lastAt / 1_000);
  expect(await figure('onsil_backup_copies')).toBe(1);
  setClock('24T03:11');
  await other();
  expect(runs()).toBe(2);
  await close();
});

it('a failure is told with its reason until there is a copy, and tried again by the hour', async () => {
  const { settings, aProcess, runs, setClock, state, figure, close } = await anInstallation();
  const one = aProcess();
  // A file stands where the folder of copies should be.
  writeFileSync(settings.dir, '');
  await one();
  await one();
  expect(runs()).toBe(1);
  expect(await state()).toMatchObject({ failure: { at: seoul('23T04:00'), reason: 'unreachable' } });
  expect(await figure('onsil_backup_failures_total')).toBe(1);
  expect(await figure('onsil_backup_last_success_timestamp_seconds')).toBe(0);
  setClock('23T05:01');
  rmSync(settings.dir);
  await one();
  expect(await state()).toMatchObject({ lastAt: seoul('23T05:01'), failure: null });
  await close();
});

it('a copy of the night before last is overdue', async () => {
  const { aProcess, setClock, state, close } = await anInstallation();
  await aProcess()();
  setClock('24T03:00');
  expect(await state()).toMatchObject({ isOverdue: false });
  setClock('24T07:01');
  expect(await state()).toMatchObject({ isOverdue: true });
  await close();
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { aStore, temporaryDir } from '../../tests/support/temporary.ts';
import { findDiskState, measureDisk } from './sizes.ts';

it('the folder is told as it was measured last, with when that was', async () => {
  const store = await aStore();
  const dataDir = temporaryDir();
  const at = parseInstant('2026-11-22T05:20:00.000Z');
  expect(await findDiskState(store, dataDir, at)).toMatchObject({ usedBytes: null, measuredAt: null });
  writeFileSync(path.join(dataDir, 'one'), new Uint8Array(1_000));
  await measureDisk(store, dataDir, at);
  writeFileSync(path.join(dataDir, 'two'), new Uint8Array(500));
  const minutesLater = await findDiskState(store, dataDir, at + 20 * 60_000);
  expect(minutesLater).toMatchObject({ usedBytes: 1_000, measuredAt: at });
  expect(minutesLater.freeBytes).toBeGreaterThan(0);
});

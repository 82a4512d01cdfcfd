import { describe, expect, it } from 'vitest';
import { createImportRun, type LineOutcome } from './import-run.ts';
import type { ImportLine } from './import-table.ts';

const aLine = (line: number, isGood = true): ImportLine<number> => ({
  line,
  cells: {},
  check: isGood ? { ok: true, value: line } : { ok: false, errors: { '': '!' } },
});

/** A server that gives these answers by line, and accepts all others. */
function aServer(answers: Record<number, LineOutcome[]> = {}) {
  const seen: { value: number; key: string }[] = [];
  return {
    seen,
    importLine: async (value: number, key: string): Promise<LineOutcome> => {
      seen.push({ value, key });
      return answers[value]?.shift() ?? { ok: true };
    },
  };
}

describe('createImportRun', () => {
  it('sends the good lines in their order and says what became of each', async () => {
    const server = aServer({ 4: [{ ok: false, message: '있음' }] });
    const run = createImportRun([aLine(2), aLine(3, false), aLine(4), aLine(5)], server.importLine);
    await run.start();
    expect(server.seen.map(({ value }) => value)).toEqual([2, 4, 5]);
    expect([...run.get().outcomes]).toEqual([
      [2, { ok: true }],
      [4, { ok: false, message: '있음' }],
      [5, { ok: true }],
    ]);
    expect(run.get().isRunning).toBe(false);
  });

  it('tries again only what is not in, under the same keys', async () => {
    const server = aServer({ 3: [{ ok: false, message: '연결 없음', stop: true }] });
    const run = createImportRun([aLine(2), aLine(3), aLine(4)], server.importLine);
    await run.start();
    expect(server.seen.map(({ value }) => value)).toEqual([2, 3]);
    await run.start();
    expect(server.seen.map(({ value }) => value)).toEqual([2, 3, 3, 4]);
    expect(server.seen[1]?.key).toBe(server.seen[2]?.key);
    expect(new Set(server.seen.map(({ key }) => key)).size).toBe(3);
  });

  it('begins no other line once it was told to stop', async () => {
    const server = aServer();
    const run = createImportRun([aLine(2), aLine(3), aLine(4)], async (value, key) => {
      if (value === 3) run.stop();
      return server.importLine(value, key);
    });
    await run.start();
    expect(server.seen.map(({ value }) => value)).toEqual([2, 3]);
  });

  it('does not run twice at once', async () => {
    const server = aServer();
    const run = createImportRun([aLine(2)], server.importLine);
    await Promise.all([run.start(), run.start()]);
    expect(server.seen).toHaveLength(1);
  });

  it('passes on what breaks, and can be started again', async () => {
    let isBroken = true;
    const run = createImportRun([aLine(2)], async () => {
      if (isBroken) throw new Error('broken');
      return { ok: true };
    });
    await expect(run.start()).rejects.toThrow('broken');
    expect(run.get().isRunning).toBe(false);
    isBroken = false;
    await run.start();
    expect(run.get().outcomes.get(2)).toEqual({ ok: true });
  });
});

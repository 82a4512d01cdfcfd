import { describe, expect, it } from 'vitest';
import { createImportRun, LINES_AT_ONCE, type LineOutcome } from './import-run.ts';
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
    const [first, ...others] = Array.from({ length: LINES_AT_ONCE + 3 }, (_, at) => at + 2);
    const server = aServer({ [first ?? 0]: [{ ok: false, message: '연결 없음', stop: true }] });
    const run = createImportRun(
      [first ?? 0, ...others].map((line) => aLine(line)),
      server.importLine,
    );
    await run.start();
    // Those that were on their way have come in; none was begun after the connection was lost.
    expect(server.seen).toHaveLength(LINES_AT_ONCE);
    await run.start();
    expect(server.seen.slice(LINES_AT_ONCE).map(({ value }) => value)).toEqual([first, ...others.slice(-3)]);
    expect(server.seen.filter(({ value }) => value === first).map(({ key }) => key)).toEqual([
      server.seen[0]?.key,
      server.seen[0]?.key,
    ]);
    expect(new Set(server.seen.map(({ key }) => key)).size).toBe(others.length + 1);
  });

  it('begins no other line once it was told to stop, and keeps what those on their way became', async () => {
    const server = aServer();
    const lines = Array.from({ length: LINES_AT_ONCE + 4 }, (_, at) => aLine(at + 2));
    const run = createImportRun(lines, async (value, key) => {
      if (value === 3) run.stop();
      return server.importLine(value, key);
    });
    await run.start();
    expect(server.seen.length).toBeLessThanOrEqual(LINES_AT_ONCE);
    expect(run.get().outcomes.size).toBe(server.seen.length);
  });

  it('has as many lines on their way as it may, and not one more', async () => {
    let running = 0;
    let most = 0;
    const lines = Array.from({ length: 40 }, (_, at) => aLine(at + 2));
    const run = createImportRun(lines, async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return { ok: true };
    });
    await run.start();
    expect(most).toBe(LINES_AT_ONCE);
    expect(run.get().outcomes.size).toBe(40);
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

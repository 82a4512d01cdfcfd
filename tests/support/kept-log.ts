import type { Logger } from 'pino';
import { createLog } from '#server/kernel/log.ts';

type Line = Record<string, unknown> & { msg: string };

type KeptLog = {
  log: Logger;
  /** Everything written so far, as it would stand in the file. */
  written(): string;
  /** The lines of one message, read. */
  lines(message: string): Line[];
  /** Has the log's clock go on; the server's own does not. */
  pass(ms: number): void;
};

/** The log of the product, kept to be read. */
export function aKeptLog(level = 'trace'): KeptLog {
  let at = Date.UTC(2026, 10, 22);
  let written = '';
  const destination = {
    write(line: string) {
      written += line;
    },
  };
  const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null && 'msg' in value;
  return {
    log: createLog({ level, now: () => at }, destination),
    written: () => written,
    lines: (message) =>
      written
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line))
        .filter(isLine)
        .filter(({ msg }) => msg === message),
    pass: (ms) => {
      at += ms;
    },
  };
}

import type { Logger } from 'pino';
import { createLog } from '#server/kernel/process/log.ts';

type Line = Record<string, unknown> & { msg: string };

type KeptLog = {
  log: Logger;
  /** Everything logged so far, as in the file. */
  written(): string;
  /** The parsed lines with a message. */
  lines(message: string): Line[];
  /** Advances the log's clock; the server's own clock is separate. */
  pass(ms: number): void;
};

/** The server's log, kept in memory. */
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

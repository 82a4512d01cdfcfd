import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { createLogBudget } from './log-budget.ts';

/** Characters of a value; the longest path of ours is far shorter. */
const MAX_TEXT = 200;
const MAX_STACK = 2_000;

/**
 * The server's log, limited because disks are finite: long values are cut, and each message has a budget of lines per
 * minute. A line caused by an unknown caller must carry their `address`. The address is only counted; it is logged only
 * in the summary of lines left out.
 */
export function createLog(
  { level, now = Date.now }: { level: string; now?: () => number },
  destination: DestinationStream,
): Logger {
  const budget = createLogBudget(now);
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, method) {
      for (const leftOut of budget.finished()) this.warn(leftOut, 'lines left out');
      const [first, second] = args;
      const message = typeof first === 'string' ? first : second;
      if (budget.take(message ?? '', addressIn(first))) method.apply(this, args);
    },
  };
  const options: LoggerOptions = {
    level,
    hooks,
    redact: { paths: ['address'], remove: true },
    formatters: { log: cutTexts },
    serializers: { err: cutError },
  };
  return pino(options, destination);
}

function addressIn(fields: unknown): string | undefined {
  const address = typeof fields === 'object' && fields !== null && 'address' in fields ? fields.address : undefined;
  return typeof address === 'string' ? address : undefined;
}

function cutTexts(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value, MAX_TEXT)]));
}

function cutError(error: Error): Record<string, unknown> {
  const { stack, ...fields } = pino.stdSerializers.err(error);
  return { ...cutTexts(fields), stack: cut(stack, MAX_STACK) };
}

function cut(value: unknown, most: number): unknown {
  return typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value;
}

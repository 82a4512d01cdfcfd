import type { Logger } from 'pino';
import type { Fields } from './auth-request.ts';

/** Reports written per minute. Anyone can send reports, and each is long. */
const MAX_PER_MINUTE = 20;

const limits = { level: 10, code: 64, name: 100, message: 500, url: 300, requestId: 64, stack: 2_000 } as const;

/** Logs what browsers report through `_log`, shortened and without secrets that could open a session. */
export function createClientLog(log: Logger, now: () => number): (fields: Fields, address: string) => void {
  let minute = 0;
  let written = 0;
  return (fields, address) => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) [minute, written] = [current, 0];
    written += 1;
    if (written > MAX_PER_MINUTE) return;
    const entry: Record<string, string> = {};
    for (const [name, length] of Object.entries(limits)) {
      const value = fields.get(name);
      if (value) entry[name] = withoutSecrets(value).slice(0, length);
    }
    log.warn({ client: entry, address }, 'report from a browser');
  };
}

/** Removes query strings, tokens and other long random strings. */
function withoutSecrets(text: string): string {
  return text.replace(/[?#][^\s)'"]+/g, '?…').replace(/[\w-]{20,}(?:\.[\w-]{4,}){2}|[\w-]{40,}/g, '…');
}

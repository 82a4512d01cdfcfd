import { AUTH_BASE_PATH } from '#contract/user/auth.ts';

/**
 * Reports a client error to the server's log, as the sign-in protocol does. A beacon survives leaving the page; if it
 * cannot be sent, only the report is lost.
 */
export function sendLog(code: string, error: unknown, more: Record<string, string> = {}): void {
  const { message, stack, name } = error instanceof Error ? error : new Error(String(error));
  const body = new URLSearchParams({
    level: 'error',
    code,
    client: 'true',
    message,
    name,
    stack: stack ?? '',
    ...more,
  });
  navigator.sendBeacon?.(`${AUTH_BASE_PATH}/_log`, body);
}

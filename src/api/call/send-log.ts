import { AUTH_BASE_PATH } from '#contract/user/auth.ts';

/**
 * Tells the server's log of something that went wrong in the page, as the sign-in protocol does it. A beacon
 * survives the page being left; when it cannot be sent the report is lost, and nothing else with it.
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

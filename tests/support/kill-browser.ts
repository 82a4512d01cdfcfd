import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends the browser that runs on this profile as nothing can prevent: its own process, whose children find out, or the
 * whole group at once. Linux; Playwright starts each browser as the leader of a group.
 */
export function killBrowser(profile: string, what: 'browser' | 'everything'): void {
  const leader = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isBrowser(commandLine(name), profile));
  if (leader === undefined) throw new Error(`no browser runs on ${profile}`);
  process.kill(what === 'browser' ? Number(leader) : -Number(leader), 'SIGKILL');
}

/** Those it has started say of what type they are. */
const isBrowser = (line: string, profile: string) =>
  line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=');

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended since it was listed.
    return '';
  }
}

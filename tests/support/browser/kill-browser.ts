import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills the browser of this profile: only its main process, whose children end later, or the whole process group at
 * once. Linux only; Playwright starts each browser as the leader of a group.
 */
export function killBrowser(profile: string, what: 'browser' | 'everything'): void {
  const leader = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isBrowser(commandLine(name), profile));
  if (leader === undefined) throw new Error(`no browser runs on ${profile}`);
  process.kill(what === 'browser' ? Number(leader) : -Number(leader), 'SIGKILL');
}

/** Only child processes have a type argument. */
const isBrowser = (line: string, profile: string) =>
  line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=');

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}

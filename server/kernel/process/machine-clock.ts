import { readFileSync } from 'node:fs';

/** Named anew at each start of a machine; Linux only. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * A monotonic clock, ms. Where the machine names its start, `clockId` says so: the clock counts from there, and goes on
 * while the program is down and its wall clock is set. Elsewhere durations over a restart are told by the wall clock.
 */
export function machineClock(): { monotonic(): number; clockId?: string } {
  try {
    const clockId = readFileSync(BOOT_ID, 'utf8').trim();
    return { monotonic: () => Number(process.hrtime.bigint()) / 1_000_000, clockId };
  } catch {
    return { monotonic: () => performance.now() };
  }
}

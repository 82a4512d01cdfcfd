import { readFileSync } from 'node:fs';
import os from 'node:os';

/** The machine and its load, without which figures mean little. */
export function machineLine(): string {
  const load = os
    .loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
  const model = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  return `machine: ${model}, ${os.cpus().length} cores, Node ${process.versions.node}, load ${load}, fixed loop ${fixedLoop()} ms`;
}

const LOOPS = 20_000_000;

/** Time of a fixed calculation, ms, the best of five: less means a faster or quieter machine. */
function fixedLoop(): number {
  return Math.round(Math.min(...Array.from({ length: 5 }, onceAround)) * 10) / 10;
}

/** Time of a fixed calculation now, ms; between takes it tells whether the machine stayed as fast as it was. */
export function onceAround(): number {
  const started = performance.now();
  let state = 1;
  for (let i = 0; i < LOOPS; i += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  // The result is used, so that the compiler cannot remove the loop.
  return performance.now() - started + (state === 0 ? 1e-9 : 0);
}

/** Linux counts processor time in hundredths of a second, independent of the kernel's tick. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, s; undefined without /proc. */
export function cpuSeconds(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command is in parentheses and may contain spaces: count from after it.
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) / TICKS_PER_SECOND;
  } catch {
    return undefined; // Not Linux, or the process has ended.
  }
}

/** The smallest value that at least the share `q` of all values does not exceed. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

/** 'p50 1.2  p95 3.4  min 1.0  max 5.6 ms' */
export function spread(values: readonly number[], quantiles: readonly number[] = [0.5, 0.95]): string {
  const middle = quantiles.map((q) => `p${q * 100} ${quantile(values, q).toFixed(1)}`);
  return `${middle.join('  ')}  min ${quantile(values, 0).toFixed(1)}  max ${quantile(values, 1).toFixed(1)} ms`;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');

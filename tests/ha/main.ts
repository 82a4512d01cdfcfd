import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, faults } from './faults.ts';
import { type Installation, startInstallation } from './installation.ts';
import { type Findings, judge } from './judge.ts';
import { type Done, type Load, startLoad } from './load.ts';

type Line = { text: string; isWell: boolean };

/** Everybody has sent twice before a fault. */
const BEFORE_MS = 4_000;
/** What comes late after a fault has come; what the leases do later, the next fault's judge sees in their log. */
const AFTER_MS = 8_000;

const counted = [
  'lost',
  'doubled',
  'buckets',
  'effects',
  'devices',
  'alone',
  'leases',
  'ended',
] as const satisfies readonly (keyof Findings)[];

/** Lets each of these faults (from 1) befall an installation that is in use; yields a row of a table for each. */
export async function* tableOfFaults(dir: string, which: readonly number[], farmCount: number): AsyncGenerator<Line> {
  const installation = await startInstallation(dir, farmCount);
  try {
    const began = Date.now() - 2_000;
    const load = startLoad(installation, began);
    yield said(
      `${farmCount} farms, ${farmCount * 2.5} readings a second, ${load.followers.length} devices, 2 edits a second`,
    );
    yield said(`load of the machine ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} processors\n`);
    yield said(
      `| fault | last → first good, s | half / 95 of 100 waited, s | longest | 503 | cut off | else | ${counted.join(' | ')} |`,
    );
    yield said(`|${'---|'.repeat(7 + counted.length)}`);
    for (const number of which) {
      const fault = faults[number - 1];
      if (fault) yield await befall(installation, load, began, fault, number);
    }
    await load.end();
    yield said(
      `\n${which.length} faults in ${((Date.now() - began) / 60_000).toFixed(1)} minutes, load ${os.loadavg()[0]?.toFixed(1)}`,
    );
  } finally {
    await installation.end();
  }
}

const said = (text: string): Line => ({ text, isWell: true });

async function befall(
  installation: Installation,
  load: Load,
  began: number,
  fault: Fault,
  number: number,
): Promise<Line> {
  const { databases } = installation;
  await databases.untilWhole();
  await pause(BEFORE_MS);
  let struckAt = performance.now();
  await fault.happen(installation, () => {
    struckAt = performance.now();
  });
  await databases.untilWhole();
  await pause(AFTER_MS);
  await load.pause();
  const findings = await judge(installation, load, began);
  load.resume();
  const figures = measure(load, struckAt);
  const sums = counted.map((name) => findings[name]);
  return {
    text: `| ${number}. ${fault.title} | ${figures.join(' | ')} | ${sums.join(' | ')} |`,
    isWell: sums.every((sum) => sum === 0) && figures.at(-1) === '0',
  };
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** What was seen of a fault from outside, from when it struck until now. */
function measure(load: Load, struckAt: number): string[] {
  const stored = load.done.filter(({ kind, to }) => kind === 'reading' && to > struckAt - 1_000).sort(byEnd);
  let gap = { from: struckAt, to: struckAt };
  for (const [n, { to }] of stored.entries()) {
    const from = stored[n - 1]?.to;
    if (from !== undefined && to > struckAt && to - from > gap.to - gap.from) gap = { from, to };
  }
  const written = load.done.filter(({ kind }) => kind !== 'look');
  const waits = written
    .filter(({ from, to }) => to > Math.max(struckAt, gap.from) && from < gap.to)
    .map(({ from, to }) => to - from)
    .sort((a, b) => a - b);
  const at = (part: number) => seconds(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0);
  const refused = load.refused.filter((one) => one.at > struckAt);
  const of503 = refused.filter(({ what }) => what === '503 DATABASE_UNAVAILABLE').length;
  const cut = refused.filter(({ what }) => /^(cut off|no answer in time|50[234] of the proxy)$/.test(what)).length;
  const busy = refused.filter(({ what }) => what === '409 IDEMPOTENCY_IN_PROGRESS').length;
  const other = refused.length - of503 - cut - busy;
  return [
    `${seconds(gap.from - struckAt)} → ${seconds(gap.to - struckAt)}`,
    `${at(0.5)} / ${at(0.95)}`,
    at(1),
    String(of503),
    String(cut),
    other === 0 ? '0' : [...new Set(refused.map(({ what }) => what))].join(', '),
  ];
}

const byEnd = (a: Done, b: Done) => a.to - b.to;

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { engine, recall } from './bench-store.ts';
import { benchCalendar } from './calendar.ts';
import { benchChart } from './chart.ts';
import { benchCold } from './cold.ts';
import { benchControl } from './control/control.ts';
import { benchDevices } from './devices.ts';
import { benchIngest } from './ingest.ts';
import { machineLine } from './machine.ts';
import { benchOutbox } from './outbox.ts';
import { benchOutlook } from './outlook.ts';
import { benchProcesses } from './processes.ts';
import { benchProviders } from './providers.ts';
import { benchQueries } from './queries.ts';
import { benchReads } from './reads.ts';
import { benchSignInFlood } from './sign-in-flood.ts';
import { benchSoak, type SoakSize } from './soak/soak.ts';
import { benchStatistics } from './statistics.ts';
import { benchWeather } from './weather.ts';
import { benchWeight } from './weight.ts';

export const partNames = [
  'calendar',
  'ingest',
  'queries',
  'reads',
  'processes',
  'statistics',
  'cold',
  'devices',
  'sign-in',
  'weight',
  'chart',
  'weather',
  'outlook',
  'providers',
  'outbox',
  'control',
  'soak',
] as const;
type PartName = (typeof partNames)[number];

/** Takes hours; it runs only when it is named. */
const isLong = (name: PartName) => name === 'soak';

/** Runs the chosen parts one after another and prints their figures, without judging them. */
export async function bench(chosen: readonly string[], days: number, root: string, soak: SoakSize): Promise<void> {
  const dataDir = path.join(root, `.cache/bench/${days}-days-${engine}`);
  const parts: Record<PartName, () => Promise<void>> = {
    ingest: () => benchIngest(dataDir, days),
    queries: async () => {
      const loaded = recall(dataDir);
      if (loaded) await benchQueries(loaded);
      else console.log(`  nothing loaded: run "npm run bench -- ingest queries --days ${days}" first`);
    },
    reads: () => inFolder((folder) => benchReads(folder, root)),
    processes: () => inFolder(benchProcesses),
    statistics: () => inFolder(benchStatistics),
    cold: () => inFolder(benchCold),
    devices: () => inFolder(benchDevices),
    'sign-in': () => inFolder(benchSignInFlood),
    weight: benchWeight,
    chart: benchChart,
    calendar: benchCalendar,
    weather: benchWeather,
    outbox: benchOutbox,
    control: () => inFolder(benchControl),
    outlook: async () => benchOutlook(),
    providers: () => inFolder((folder) => benchProviders(folder, root)),
    soak: () => inFolder((folder) => benchSoak(folder, soak)),
  };
  for (const name of partNames.filter((one) => (chosen.length === 0 ? !isLong(one) : chosen.includes(one)))) {
    console.log(`\n── ${name}\n  ${machineLine()}`);
    await parts[name]();
  }
}

/** Runs a part on a data folder that is deleted afterwards. */
async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onsil-bench-'));
  await run(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

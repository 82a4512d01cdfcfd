/** npm run controller: one gateway. Every run it starts has an end of its own, whoever fails. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { reservedCodes } from '#contract/control/controller/reserved-codes.ts';
import { createClock } from './clock.ts';
import { member, objectOf, wholeOf } from './config.ts';
import { createController, endController, flushToDisk, resetOutputs, type SavedState, step } from './controller.ts';
import { createKsx3267 } from './ksx3267/bridge.ts';
import { connectLink } from './mqtt-link.ts';
import { createSimulated } from './simulated/simulated.ts';
import { stateFile } from './state-file.ts';

const drivers = { simulated: createSimulated, ksx3267: createKsx3267 } as const;
const USAGE =
  'usage: npm run controller -- --broker mqtt://host --farm 1 --device gw1 --driver simulated|ksx3267 --config file.json [--data folder]';

const TICK_MS = 250;
const READING_SEC = 60;
const SECOND_MS = 1_000;

// The reader of the log may end; the controller continues.
process.stdout.on('error', () => {});
const log = (what: object) => process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...what })}\n`);

const { broker, farm, device, driver: driverName, config, dir } = readArguments();
mkdirSync(dir, { recursive: true });
const codes = Object.keys(objectOf(config.outputs, 'outputs'));
for (const code of codes) {
  if (reservedCodes.some((one) => one === code)) throw new Error(`outputs: ${code} means something else on the wire`);
}
const readingSec = wholeOf(config.readingSec ?? READING_SEC, 'readingSec', 1, 3_600);
const memory = stateFile<SavedState>(path.join(dir, 'keeper.json'));
const savedState = memory.load();
const clock = createClock(
  member(config.clock ?? 'beat', ['ntp', 'beat'], 'clock') === 'ntp',
  savedState?.keeper.now ?? 0,
);
const driver = drivers[driverName]({ config, dir, log });
const controller = createController({ codes, savedState, clock, driver, save: memory.save, log });

await resetOutputs(controller);
log({ ready: codes });
const link = connectLink({
  url: broker,
  username: process.env.MQTT_USERNAME,
  password: process.env.MQTT_PASSWORD,
  farm,
  device,
  bootId: randomUUID(),
  clock,
  controller,
  log,
});
const ticking = setInterval(() => {
  step(controller);
  link.tellAvailability();
}, TICK_MS);
const reading = setInterval(() => link.readings(controller.observed.sensed), readingSec * SECOND_MS);

// Fault injection by lines on standard input: `clock -3600` shifts the clock, other words go to the driver.
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const words = line.trim().split(/\s+/);
  const isKnown = words[0] === 'clock' ? shiftClock(words[1]) : driver.injectFault(words);
  log({ fault: line, isKnown });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());

async function end(): Promise<void> {
  clearInterval(ticking);
  clearInterval(reading);
  lines.close();
  await endController(controller);
  await link.close();
  driver.close();
  await flushToDisk(controller);
  process.exit(0);
}

function shiftClock(sec: string | undefined): boolean {
  clock.shift(Number(sec ?? 0) * SECOND_MS);
  return true;
}

function readArguments() {
  const text = { type: 'string' } as const;
  const options = { broker: text, farm: text, device: text, driver: text, config: text, data: text };
  const { values } = parseArgs({ options });
  try {
    const { broker, device = '', data } = values;
    if (!broker) throw new Error('--broker is missing');
    if (!/^[^/+#\s]{1,40}$/.test(device)) throw new Error('--device is no device code');
    const farm = wholeOf(Number(values.farm), '--farm', 1, Number.MAX_SAFE_INTEGER);
    const driver = member(values.driver, ['simulated', 'ksx3267'], '--driver');
    const config = objectOf(JSON.parse(readFileSync(values.config ?? '', 'utf8')), 'config');
    return { broker, farm, device, driver, config, dir: data ?? `data/controller-${farm}-${device}` };
  } catch (error) {
    process.stderr.write(`${String(error)}\n${USAGE}\n`);
    return process.exit(2);
  }
}

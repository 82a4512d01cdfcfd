import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import mqtt from 'mqtt';
import { freePort } from '../free-port.ts';

export type Broker = {
  url: string;
  /** Ends it like a power failure: without a message, and without what it had not written to disk. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops it: connections stay open, but nothing is answered or forwarded until it resumes. */
  hang(): void;
  goOn(): void;
};

/** A real Mosquitto on its own port with sessions on disk in `dir`. The caller has to kill it. */
export async function startBroker(dir: string): Promise<Broker> {
  const port = await freePort();
  const config = path.join(dir, 'mosquitto.conf');
  const store = path.join(dir, 'store');
  mkdirSync(store);
  writeFileSync(
    config,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'persistence true',
      `persistence_location ${store}/`,
      'autosave_on_changes true',
      'autosave_interval 1',
      ...(process.getuid?.() === 0 ? ['user root'] : []),
    ].join('\n'),
  );
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(brokerPath(), ['-c', config], { stdio: 'ignore' });
    const probe = mqtt.connect(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 50, connectTimeout: 2_000 });
    probe.on('error', () => {});
    await new Promise<void>((resolve) => probe.once('connect', () => resolve()));
    await probe.endAsync();
  };
  const kill = async () => {
    if (!child) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGKILL');
    await gone;
    child = undefined;
  };
  await start();
  const hang = () => void child?.kill('SIGSTOP');
  const goOn = () => void child?.kill('SIGCONT');
  return { url: `mqtt://127.0.0.1:${port}`, kill, restart: start, hang, goOn };
}

function brokerPath(): string {
  const found = [
    process.env.MOSQUITTO_PATH,
    '/usr/sbin/mosquitto',
    '/usr/local/sbin/mosquitto',
    '/opt/homebrew/sbin/mosquitto',
  ].find((file): file is string => file !== undefined && existsSync(file));
  if (!found) throw new Error('these tests need Mosquitto: install it, or set MOSQUITTO_PATH');
  return found;
}

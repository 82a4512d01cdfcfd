import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { freePort } from './free-port.ts';
import { onCleanup } from './on-cleanup.ts';
import { temporaryDir } from './temporary.ts';

export type Broker = {
  url: string;
  /** Ends it like a power failure: without a message, and without what it had not written to disk. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops it: connections stay open, but nothing is answered or forwarded until it resumes. */
  hang(): void;
  goOn(): void;
};

/** A real Mosquitto on its own port with sessions on disk; removed after the test. */
export async function aBroker(): Promise<Broker> {
  const dir = temporaryDir();
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
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGKILL');
    await gone;
    child = undefined;
  };
  await start();
  onCleanup(async () => {
    if (child) await kill();
  });
  const hang = () => void child?.kill('SIGSTOP');
  const goOn = () => void child?.kill('SIGCONT');
  return { url: `mqtt://127.0.0.1:${port}`, kill, restart: start, hang, goOn };
}

/** The protocol level in a CONNECT packet of MQTT 5; its position is fixed for packets shorter than 128 bytes. */
const LEVEL = { at: 8, mqtt5: 5 };
/** CONNACK of MQTT 3.1.1: unacceptable protocol version. */
const VERSION_REFUSED = Buffer.from([0x20, 0x02, 0x00, 0x01]);

/** A proxy to the broker that accepts MQTT 3.1.1 at most; returns its address. */
export async function anOldListener(broker: Broker): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      if (first[LEVEL.at] === LEVEL.mqtt5) {
        socket.end(VERSION_REFUSED);
        return;
      }
      const onward = net.connect(Number(new URL(broker.url).port), '127.0.0.1');
      onward.on('error', () => socket.destroy());
      socket.on('close', () => onward.destroy());
      onward.on('close', () => socket.destroy());
      onward.write(first);
      socket.pipe(onward).pipe(socket);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onCleanup(() => server.close());
  return `mqtt://127.0.0.1:${port}`;
}

/** A client that publishes; resolves once connected. */
export async function aPublisher(url: string): Promise<MqttClient> {
  const client = await mqtt.connectAsync(url);
  onCleanup(() => client.endAsync());
  return client;
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

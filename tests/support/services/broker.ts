import net from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import { freePort } from '../free-port.ts';
import { onCleanup } from '../on-cleanup.ts';
import { temporaryDir } from '../temporary.ts';
import { type Broker, startBroker } from './broker-process.ts';

/** A broker that is removed after the test. */
export async function aBroker(): Promise<Broker> {
  const broker = await startBroker(temporaryDir());
  onCleanup(broker.kill);
  return broker;
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

import mqtt, { type ErrorWithReasonCode, type IClientOptions, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time/time.ts';
import type { Config } from '../config.ts';

/** After a refused or broken connection, and before a message whose readings could not be stored is asked for again. */
const RECONNECT_MS = 2 * SECOND_MS;

/** "Unacceptable protocol version" of MQTT 3.1.1 and "unsupported protocol version" of MQTT 5. */
const VERSION_REFUSED: readonly number[] = [0x01, 0x84];

/**
 * A connection to the broker that comes back by itself. It speaks MQTT 5, and 3.1.1 with a broker that knows nothing
 * newer. What it listens to is asked for anew with every connection, by whoever opened it.
 */
export function openMqtt(
  { url, username, password }: NonNullable<Config['mqtt']>,
  log: Pick<Logger, 'warn'>,
  options: Pick<IClientOptions, 'clientId' | 'clean' | 'properties' | 'keepalive'>,
): MqttClient {
  const client = mqtt.connect(url, {
    ...options,
    username,
    password,
    protocolVersion: 5,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
  });
  client.on('error', (error: Error | ErrorWithReasonCode) => {
    log.warn({ err: error }, 'mqtt');
    const isRefused = 'code' in error && typeof error.code === 'number' && VERSION_REFUSED.includes(error.code);
    if (isRefused) client.options.protocolVersion = 4;
  });
  return client;
}

/** How long the broker may take to let go, ms. */
const CLOSE_TIMEOUT_MS = 2 * SECOND_MS;

/** Ends a connection; one whose broker hangs is cut, so that the server can stop. */
export async function closeMqtt(client: MqttClient): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([client.endAsync(), timeout]);
  clearTimeout(timer);
  client.stream.destroy();
}

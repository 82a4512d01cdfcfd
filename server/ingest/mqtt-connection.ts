import mqtt, { type ErrorWithReasonCode, type IClientOptions, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time/time.ts';
import type { Config } from '../config.ts';

/** Delay after a refused or broken connection; a message that could not be stored is delivered again after it. */
const RECONNECT_MS = 2 * SECOND_MS;

/** "Unacceptable protocol version" of MQTT 3.1.1 and "unsupported protocol version" of MQTT 5. */
const VERSION_REFUSED: readonly number[] = [0x01, 0x84];

/**
 * Opens a connection to the broker that reconnects by itself. It uses MQTT 5, and 3.1.1 with an older broker. The
 * caller must subscribe again on every connection.
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

/** How long the broker may take to close the connection, ms. */
const CLOSE_TIMEOUT_MS = 2 * SECOND_MS;

/** Ends a connection; it is cut when the broker does not answer, so that the server can stop. */
export async function closeMqtt(client: MqttClient): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([client.endAsync(), timeout]);
  clearTimeout(timer);
  client.stream.destroy();
}

import type { DeviceDetail } from '#contract/device/device.ts';
import { ingest } from '#contract/device/ingest.ts';
import { plausibleRangeOf, type SensorRow } from '#contract/device/sensor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';

/** More values would obscure the format. */
const MAX_SHOWN = 6;

type SampleValue = { sensor: string; value: number };

/** Example values that the device might send. */
export function samplesOf(channels: readonly SensorRow[]): SampleValue[] {
  return channels.slice(0, MAX_SHOWN).map((channel) => {
    const [min, max] = plausibleRangeOf(channel);
    return { sensor: channel.code, value: Math.min(max, Math.max(min, channelTypes[channel.type].sample)) };
  });
}

const forShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const forCmd = (text: string) => `"${text.replaceAll('"', '\\"')}"`;

/** Placeholder for the current time. */
const NOW = '@now';

/** JSON for a shell, which inserts the time when the line runs. */
const forShellNow = (message: unknown) =>
  forShell(JSON.stringify(message)).replaceAll(`"${NOW}"`, `"'$(date -u +%FT%TZ)'"`);

const dated = (samples: readonly SampleValue[]) => samples.map(({ sensor, value }) => ({ sensor, at: NOW, value }));

type Call = { origin: string; key: string; samples: readonly SampleValue[] };

/** An HTTP request as a line for a Linux or macOS shell. */
export function curlLine({ origin, key, samples }: Call): string {
  return [
    `curl -X POST ${origin}${ingest.path}`,
    `  -H ${forShell(`Authorization: Bearer ${key}`)}`,
    `  -H ${forShell('Content-Type: application/json')}`,
    `  -d ${forShellNow({ readings: dated(samples) })}`,
  ].join(' \\\n');
}

/** The same for the Windows command prompt: one line, double quotes, the time in epoch ms from PowerShell. */
export function curlLineForWindows({ origin, key, samples }: Call): string {
  const headers = [`Authorization: Bearer ${key}`, 'Content-Type: application/json'].map(
    (line) => `-H ${forCmd(line)}`,
  );
  const body = forCmd(JSON.stringify({ readings: dated(samples) })).replaceAll(
    forCmd(NOW).replaceAll('"', '\\"'),
    '%t',
  );
  const clock = `for /f %t in ('powershell -NoProfile -Command "[DateTimeOffset]::UtcNow.ToUnixTimeMilliseconds()"')`;
  return `${clock} do @curl.exe -X POST ${origin}${ingest.path} ${headers.join(' ')} -d ${body}`;
}

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/;

/**
 * An MQTT message with the flat state of a node, QoS 1. A broker on the server itself is addressed by the server's
 * host name.
 */
export function mosquittoLine(
  { farmIndex, code, mqtt }: Pick<DeviceDetail, 'farmIndex' | 'code' | 'mqtt'>,
  { hostname, samples, account }: { hostname: string; samples: readonly SampleValue[]; account: string },
): string {
  const host = mqtt && !LOOPBACK.test(mqtt.host) ? mqtt.host : hostname;
  const state = { at: NOW, ...Object.fromEntries(samples.map(({ sensor, value }) => [sensor, value])) };
  const parts = [
    `mosquitto_pub -h ${host}`,
    ...(mqtt && mqtt.port !== 1883 ? [`-p ${mqtt.port}`] : []),
    ...(mqtt?.isTls ? ['--capath /etc/ssl/certs'] : []),
    ...(mqtt?.isAccountNeeded ? [account] : []),
    '-q 1',
  ];
  return [parts.join(' '), `  -t ${forShell(`farm/${farmIndex}/${code}/state`)}`, `  -m ${forShellNow(state)}`].join(
    ' \\\n',
  );
}

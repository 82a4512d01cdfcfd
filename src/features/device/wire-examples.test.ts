import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { SensorRow } from '#contract/device/sensor.ts';
import { readingsIn } from '#server/ingest/mqtt.ts';
import { curlLine, curlLineForWindows, mosquittoLine, samplesOf } from './wire-examples.ts';

const samples = [
  { sensor: 'temp', value: 21.4 },
  { sensor: "it's", value: 63 },
];
const call = { origin: 'https://farm.example:8443', key: 'onsil_key', samples };

/** The time that the shell inserts from its clock. */
const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const datedNow = samples.map((sample) => ({ ...sample, at: NOW }));

/** Replaces the command of a line by one that prints its arguments, and runs it in a shell. */
const words = (line: string, command: string) =>
  execFileSync('sh', ['-c', line.replace(command, 'printf "%s\\n"')], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

it('writes a curl line that a shell reads as it is meant', () => {
  const said = words(curlLine(call), 'curl');
  expect(said.slice(0, -1)).toEqual([
    '-X',
    'POST',
    'https://farm.example:8443/api/ingest',
    '-H',
    'Authorization: Bearer onsil_key',
    '-H',
    'Content-Type: application/json',
    '-d',
  ]);
  const { readings } = JSON.parse(said.at(-1) ?? '');
  expect(readings).toEqual(datedNow);
  expect(Math.abs(Date.parse(readings[0].at) - Date.now())).toBeLessThan(5_000);
});

it('keeps the line for Windows on one line with its quotes guarded', () => {
  const line = curlLineForWindows(call);
  expect(line).not.toContain('\n');
  expect(line).toContain(String.raw`-d "{\"readings\":[{\"sensor\":\"temp\",\"at\":%t,\"value\":21.4}`);
  expect(line).toMatch(/^for \/f %t in \('powershell .*ToUnixTimeMilliseconds\(\)"'\) do @curl\.exe -X POST /);
});

it('writes an MQTT message that the server reads', () => {
  const device = { farmIndex: 3, code: 'n01', mqtt: null };
  const line = mosquittoLine(device, { hostname: 'farm.example', samples, account: '' });
  const [host, name, , , , topic, , message] = words(line, 'mosquitto_pub');
  expect([host, name, topic]).toEqual(['-h', 'farm.example', 'farm/3/n01/state']);
  expect(readingsIn(message ?? '')).toEqual(datedNow);
});

it('names the broker that the server listens to, and its own machine by the name the browser knows', () => {
  const device = { farmIndex: 3, code: 'n01' };
  const line = (mqtt: Parameters<typeof mosquittoLine>[0]['mqtt']) =>
    mosquittoLine({ ...device, mqtt }, { hostname: 'farm.example', samples, account: '-u ID -P PW' });
  expect(line({ host: 'broker.example', port: 8883, isTls: true, isAccountNeeded: true })).toContain(
    'mosquitto_pub -h broker.example -p 8883 --capath /etc/ssl/certs -u ID -P PW -q 1',
  );
  expect(line({ host: '127.0.0.1', port: 1883, isTls: false, isAccountNeeded: false })).toContain(
    'mosquitto_pub -h farm.example -q 1',
  );
});

it('shows figures that the sensor’s own range finds plausible', () => {
  const channel = { code: 'cold', type: 'TEMPERATURE', plausibleMin: -40, plausibleMax: 5 } as SensorRow;
  expect(samplesOf([channel])).toEqual([{ sensor: 'cold', value: 5 }]);
});

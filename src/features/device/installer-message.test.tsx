import { expect, it } from 'vitest';
import { installerMessage } from './installer-message.tsx';

const device = { name: '1동 제어기', farmName: '위미 농장', farmIndex: 3, code: 'n01', channels: [], mqtt: null };
const at = { origin: 'https://farm.example', key: 'onsil_secret' };

it('holds the address, the key and an example, and says that any code will do', () => {
  const text = installerMessage(device, at);
  for (const part of [
    '위미 농장 1동 제어기',
    'https://farm.example/api/ingest',
    'onsil_secret',
    '"readings"',
    '이름 그대로',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('MQTT');
});

it('names the topic where there is a broker', () => {
  const mqtt = { host: 'broker.example', port: 1883, isTls: false, isAccountNeeded: true };
  expect(installerMessage({ ...device, mqtt }, at)).toContain('MQTT(브로커 broker.example:1883): farm/3/n01/state');
});

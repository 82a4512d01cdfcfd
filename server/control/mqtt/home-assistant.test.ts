import { pino } from 'pino';
import { expect, it } from 'vitest';
import { onCleanup } from '../../../tests/support/on-cleanup.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { aBroker, aPublisher } from '../../../tests/support/services/broker.ts';
import { aDevice, aFarm } from '../../../tests/support/store/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { announceToHomeAssistant } from './home-assistant.ts';

/** Home Assistant on a broker: the announced entities by topic, and all announcements. */
async function aHome() {
  const broker = await aBroker();
  const store = await aStore();
  const farmId = await aFarm(store);
  const { channels } = await aDevice(store, farmId, ['TEMPERATURE', 'VENT', 'WATER'], { code: 'gw1' });
  const home = await aPublisher(broker.url);
  const told = new Map<string, string>();
  const heard: string[] = [];
  home.on('message', (topic, payload) => {
    heard.push(topic);
    if (payload.length > 0) told.set(topic, payload.toString());
    else told.delete(topic);
  });
  await home.subscribeAsync('homeassistant/+/onsil/+/config', { qos: 1 });
  const settings = { url: broker.url, username: undefined, password: undefined };
  const discovery = announceToHomeAssistant(settings, { store, log: pino({ level: 'silent' }) });
  onCleanup(() => discovery.stop());
  await pollUntil(
    () => told.size,
    (size) => size === 3,
  );
  return { store, farmId, channels, home, told, heard, discovery };
}

it('finds every channel as something to be read, and nothing that could be pressed', async () => {
  const { farmId, channels, told } = await aHome();
  const topic = (component: string, code: string) =>
    `homeassistant/${component}/onsil/onsil_${farmId}_${channels.get(code)}/config`;
  expect([...told.keys()].sort()).toEqual(
    [topic('sensor', 'temperature'), topic('sensor', 'vent'), topic('binary_sensor', 'water')].sort(),
  );
  const words = [...told.values()].map((text) => JSON.parse(text));
  for (const word of words) expect(Object.keys(word).filter((key) => key.includes('command'))).toEqual([]);
  expect(JSON.parse(told.get(topic('sensor', 'temperature')) ?? '')).toMatchObject({
    state_topic: `farm/${farmId}/gw1/state`,
    unit_of_measurement: '℃',
    // Rendered with Jinja by hand: a list of readings, a flat message, and one without this sensor.
    value_template: expect.stringMatching(
      /value_json\.readings.*selectattr\('sensor', 'eq', "temperature"\).*value_json\.get\("temperature", this\.state\)/,
    ),
  });
  expect(JSON.parse(told.get(topic('binary_sensor', 'water')) ?? '').state_topic).toBe(
    `farm/${farmId}/gw1/water/state`,
  );
});

it('is told again when it comes up, and of what is gone that it is', async () => {
  const { store, channels, home, told, heard, discovery } = await aHome();
  heard.length = 0;
  await home.publishAsync('homeassistant/status', 'online', { qos: 1 });
  await pollUntil(
    () => heard.filter((topic) => topic.endsWith('/config')).length,
    (count) => count === 3,
  );
  const gone = channels.get('vent') ?? 0;
  await store.db.updateTable('channel').set({ deleted_at: 1 }).where('channel_id', '=', gone).execute();
  await discovery.refresh();
  await pollUntil(
    () => told.size,
    (size) => size === 2,
  );
});

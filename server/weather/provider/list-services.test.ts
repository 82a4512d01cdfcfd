import path from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '#server/db/open.ts';
import { onCleanup } from '../../../tests/support/on-cleanup.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { aServer, aUser, signIn } from '../../../tests/support/server/server.ts';
import { PROVIDER_KEY, startProviders } from '../../../tests/support/services/providers.ts';
import { aFarm } from '../../../tests/support/store/store.ts';
import { placeOf } from '../../../tests/support/store/test-database.ts';
import { temporaryDir } from '../../../tests/support/temporary.ts';

/** An installation with one farm, which uses the station of 서귀포. */
async function anInstallation(): Promise<string> {
  const dataDir = temporaryDir();
  const store = await openStore(await placeOf(path.join(dataDir, 'onsil.db')));
  const farm_id = await aFarm(store);
  const link = { farm_id, public_station_id: '189', ambient_mac: null, ambient_keys: null, updated_at: 0 };
  await store.db.insertInto('weather_link').values(link).execute();
  await store.close();
  return dataDir;
}

it('tells administrators and metrics how each service stands, with a key that is right and one that is wrong', async () => {
  const providers = await startProviders();
  onCleanup(() => providers.stop());
  const { url: base } = providers;
  const keys = { KMA_HUB_KEY: PROVIDER_KEY, KMA_SERVICE_KEY: 'wrong' };
  const env = { ...keys, KMA_BASE_URL: base, KMA_HUB_BASE_URL: base };
  const server = await aServer({ dataDir: await anInstallation(), env });
  await aUser(server.store, 'overseer', { authority: 'ROLE_ADMINISTER' });
  const { call } = await signIn(server.url, 'overseer');
  const { services } = await pollUntil(
    async () => (await call('/api/admin/weather-services')).json(),
    ({ services: [forecast, hub] }) => forecast.failures > 0 && hub.lastSuccessAt !== null,
  );
  expect(services).toMatchObject([
    { service: 'kma-forecast', isSet: true, farms: 1, failureKind: 'auth', lastSuccessAt: null, dailyBudget: 10_000 },
    { service: 'kma-hub', isSet: true, farms: 1, failures: 0, usedToday: 1, lastFailure: null, nextTryAt: null },
    { service: 'kma-asos', isSet: true },
  ]);
  expect(Date.parse(services[0].nextTryAt) - Date.parse(services[0].lastFailureAt)).toBe(3_600_000);
  const metrics = await (await fetch(`${server.url}/api/metrics`)).text();
  expect(metrics).toContain('onsil_weather_calls_total{service="kma-hub",outcome="ok"} 1');
  expect(metrics).toContain('onsil_weather_calls_left{service="kma-hub"} 19999');
  expect(metrics).toMatch(/onsil_weather_last_success_timestamp_seconds\{service="kma-hub"\} 1\d{9}/);
  expect(JSON.stringify(services) + metrics).not.toContain('wrong');
});

import type { Hono } from 'hono';
import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { ambientDevices } from '#contract/weather/ambient-devices.ts';
import { outlook } from '#contract/weather/outlook.ts';
import { issuePushAddress, pushAddress, revokePushAddress } from '#contract/weather/push-address.ts';
import {
  ambientLastValue,
  ambientRecord,
  forecastRecord,
  publicLastValue,
  publicRecord,
  publicWeather,
  simpleWeather,
  weatherStations,
} from '#contract/weather/weather.ts';
import { weatherServices } from '#contract/weather/weather-admin.ts';
import { OWN_STATION_NAME, pushDone, stationsMessage } from '#contract/weather/weather-text.ts';
import type { WeatherConfig } from '../config.ts';
import type { Store } from '../db/open.ts';
import { readRange } from '../http/read-range.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import type { Encrypter } from '../kernel/encrypt-at-rest.ts';
import { askDevices } from './ambient/list-devices.ts';
import { mountPush } from './ambient/push.ts';
import { findPushAddress, setPushAddress } from './ambient/push-link.ts';
import { findDay, findForecast } from './forecast-queries.ts';
import { findOutlook } from './outlook/queries.ts';
import { findPlaces, realSources, type WeatherPlaces } from './places.ts';
import { listServices } from './provider/list-services.ts';
import { findStationValues, sourceOf } from './queries.ts';
import { findStationRecord, listStations } from './station-record.ts';
import { findWeatherNow } from './weather-now.ts';

type WeatherDeps = { store: Store; encrypter: Encrypter; now(): number; config: { weather: WeatherConfig } };

/** Answers everything from our own tables, so that no request waits for a weather service. */
export function mountWeather(app: Hono<Env>, guards: Guards, { store, encrypter, now, config }: WeatherDeps): void {
  const real = realSources(config.weather);
  mountPush(app, { store, encrypter, now });
  const placesOf = (farmId: number) => findPlaces(store, real, farmId);
  const lastValuesOf = async (station: WeatherPlaces['publicStation' | 'ownStation']) => ({
    sensorValues: await findStationValues(store, station),
    source: await sourceOf(store, station),
  });
  route(app, guards, weatherStations, async ({ params }) => listStations(store, await placesOf(params.id)));
  route(app, guards, publicWeather, async ({ params: { farmIndex } }) => {
    const places = await placesOf(farmIndex);
    return {
      sensorValues: await findWeatherNow(store, places, now()),
      source: await sourceOf(store, places.publicStation),
    };
  });
  route(app, guards, publicLastValue, async ({ params }) => lastValuesOf((await placesOf(params.id)).publicStation));
  route(app, guards, ambientLastValue, async ({ params }) => lastValuesOf((await placesOf(params.id)).ownStation));
  route(app, guards, publicRecord, async ({ params, query }) => {
    const range = readRange(query);
    return findStationRecord(store, (await placesOf(params.id)).publicStation, range);
  });
  route(app, guards, ambientRecord, async ({ params, query }) => {
    const range = readRange(query);
    return findStationRecord(store, (await placesOf(params.id)).ownStation, range);
  });
  mountPushAddress(app, guards, { store, encrypter, now });
  route(app, guards, weatherServices, async () => ({
    services: await listServices(store, { config: config.weather, encrypter, now: now() }),
  }));
  write(
    app,
    { store, now },
    ambientDevices,
    async ({ params, prepared, audit }) => {
      await audit({ action: 'farm.stations', farmId: params.id, subjectId: params.id, subjectName: OWN_STATION_NAME });
      return { message: stationsMessage(prepared.length), data: prepared };
    },
    { prepare: ({ body }: { body: AmbientKeys }) => askDevices(config.weather.ambientUrl, body) },
  );
  route(app, guards, outlook, async ({ params }) => findOutlook(store, await placesOf(params.farmIndex), now()));
  // Before the route with the farm's index, which would match its first segment.
  route(app, guards, simpleWeather, async ({ params, query: { date } }) =>
    findDay(store, await placesOf(params.id), { date, now: now() }),
  );
  route(app, guards, forecastRecord, async ({ params, query: { date } }) =>
    findForecast(store, await placesOf(params.id), date),
  );
}

type AddressDeps = Pick<WeatherDeps, 'store' | 'encrypter' | 'now'>;

/** The address of a farm's console: the owner of the farm reads, renews or removes it. */
function mountPushAddress(app: Hono<Env>, guards: Guards, deps: AddressDeps): void {
  const { store, encrypter } = deps;
  const subject = (id: number) => ({ farmId: id, subjectId: id, subjectName: OWN_STATION_NAME });
  route(app, guards, pushAddress, ({ params: { id } }) => findPushAddress(store, encrypter, id));
  write(
    app,
    deps,
    issuePushAddress,
    async ({ params: { id }, trx, at, audit, ...call }) => {
      await setPushAddress(trx, id, { issuedAt: at, now: at });
      await audit({ action: 'farm.push', ...subject(id) });
      return { message: pushDone.issued, data: await findPushAddress(call.store, encrypter, id) };
    },
    // Removes the path from the answer kept for repeats, because it contains the secret.
    { remembered: (answer) => ({ ...answer, data: { ...answer.data, path: null } }) },
  );
  write(app, deps, revokePushAddress, async ({ params: { id }, trx, at, audit }) => {
    await setPushAddress(trx, id, { issuedAt: null, now: at });
    await audit({ action: 'farm.push-revoke', ...subject(id) });
    return { message: pushDone.revoked, data: { path: null, heardAt: null } };
  });
}

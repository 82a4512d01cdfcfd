import type { WeatherService } from '#contract/weather/weather-admin.ts';
import type { WeatherConfig } from '../../config.ts';
import type { Queries } from '../../db/open.ts';
import type { Encrypter } from '../../kernel/encrypt-at-rest.ts';
import { accountOf } from '../ambient/keep-own.ts';
import { listPlaces, realSources } from '../places.ts';
import { listAccounts } from '../wanted.ts';
import { dailyBudgets, findState, listStates, type ProviderName, type ProviderState, printOf } from './state.ts';

/** The most accounts of own stations that are listed, failing ones first. */
const MOST_ACCOUNTS = 100;

type ServiceDeps = { config: WeatherConfig; encrypter: Encrypter; now: number };

/** The state of every service, for administrators. */
export async function listServices(store: Queries, { config, encrypter, now }: ServiceDeps): Promise<WeatherService[]> {
  const { serviceKey, hubKey } = config;
  const places = await listPlaces(store, realSources(config));
  const farmsBy = (kind: 'forecast' | 'publicStation') =>
    places.filter((place) => place[kind]?.isSimulated === false).length;
  const services: WeatherService[] = [];
  for (const [service, key, farms] of [
    ['kma-forecast', serviceKey, farmsBy('forecast')],
    ['kma-hub', hubKey, farmsBy('publicStation')],
    ['kma-asos', serviceKey, farmsBy('publicStation')],
  ] as const) {
    const state = await findState(store, { provider: service, key: key ?? '' }, now);
    const isSet = key !== undefined;
    services.push(rowOf(service, { keyPrint: isSet ? printOf(key) : null, farms: isSet ? farms : 0 }, state));
  }
  const accounts = await listAccounts(store, encrypter, config);
  const prints = accounts.map(({ keys }) => printOf(accountOf(keys)));
  for (const { print, ...state } of await listStates(store, 'ambient', { now, most: MOST_ACCOUNTS })) {
    const farms = prints.filter((one) => one === print).length;
    // Skips keys that no farm uses any more.
    if (farms === 0) continue;
    services.push(rowOf('ambient', { keyPrint: print, farms }, state));
  }
  return services;
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function rowOf(
  service: ProviderName,
  { keyPrint, farms }: Pick<WeatherService, 'keyPrint' | 'farms'>,
  state: ProviderState,
): WeatherService {
  return {
    service,
    isSet: keyPrint !== null,
    farms,
    keyPrint,
    usedToday: state.used,
    dailyBudget: dailyBudgets[service],
    failures: state.failures,
    lastSuccessAt: iso(state.lastSuccessAt),
    lastFailureAt: iso(state.lastFailureAt),
    lastFailure: state.lastFailure,
    failureKind: state.failureKind,
    nextTryAt: iso(state.nextTryAt),
  };
}

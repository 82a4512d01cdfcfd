import type { WeatherService } from '#contract/weather/weather-admin.ts';
import type { WeatherConfig } from '../../config.ts';
import type { Queries } from '../../db/open.ts';
import { dailyBudgets, findState, listStates, type ProviderName, type ProviderState, printOf } from './state.ts';

/** Accounts of own stations that are listed: those that fail come first. */
const MOST_ACCOUNTS = 100;

/** How every service stands, for whoever looks after the installation. */
export async function listServices(
  store: Queries,
  { serviceKey, hubKey }: Pick<WeatherConfig, 'serviceKey' | 'hubKey'>,
  now: number,
): Promise<WeatherService[]> {
  const services: WeatherService[] = [];
  for (const [provider, key] of [
    ['kma-forecast', serviceKey],
    ['kma-hub', hubKey],
    ['kma-asos', serviceKey],
  ] as const) {
    const state = await findState(store, { provider, key: key ?? '' }, now);
    services.push(rowOf(provider, key === undefined ? null : printOf(key), state));
  }
  const accounts = await listStates(store, 'ambient', { now, most: MOST_ACCOUNTS });
  return [...services, ...accounts.map(({ print, ...state }) => rowOf('ambient', print, state))];
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function rowOf(service: ProviderName, keyPrint: string | null, state: ProviderState): WeatherService {
  return {
    service,
    isSet: keyPrint !== null,
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

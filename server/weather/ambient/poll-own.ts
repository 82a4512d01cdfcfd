import { MINUTE_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import { type AskDeps, ask } from '../provider/ask.ts';
import type { ProviderFailure } from '../provider/failure.ts';
import type { Fetched } from '../provider/fetch-bytes.ts';
import { byAccount, keepOwn, OWN_INTERVAL_MS, type OwnAccount } from './keep-own.ts';
import { readObservation } from './observation.ts';
import { type AmbientDevice, devicesUrl, readDevices } from './reply.ts';

/** An account that tells by itself is asked only now and then, to see that it tells everything. */
const CHECK_INTERVAL_MS = 15 * MINUTE_MS;
/** The service allows one application three calls a second; each account is asked once in an interval anyway. */
const BETWEEN_CALLS_MS = 350;

type OwnDeps = AskDeps & {
  store: Store;
  baseUrl: string;
  wait(ms: number): Promise<void>;
  /** Whether an account tells by itself at present. */
  isHeard(account: string): boolean;
};

/** Brings what farms' own stations measure; knows between two rounds when each account was asked last. */
export function createOwnPoll(): (deps: OwnDeps, farms: readonly OwnAccount[]) => Promise<void> {
  const askedAt = new Map<string, number>();
  return async (deps, farms) => {
    let isFirst = true;
    for (const [account, ownFarms] of byAccount(farms)) {
      if (deps.stopping.aborted) return;
      const now = deps.now();
      const intervalMs = deps.isHeard(account) ? CHECK_INTERVAL_MS : OWN_INTERVAL_MS;
      if (now < (askedAt.get(account) ?? Number.NEGATIVE_INFINITY) + intervalMs) continue;
      if (!isFirst) await deps.wait(BETWEEN_CALLS_MS);
      isFirst = false;
      const [{ keys }] = ownFarms;
      const url = devicesUrl(deps.baseUrl, keys);
      const secrets = [keys.apiKey, keys.applicationKey];
      const asked = await ask(deps, { provider: 'ambient', key: account, secrets, url, read: readMeasured });
      // One that is left alone for now is asked as soon as that is over.
      if (!('isPaused' in asked)) askedAt.set(account, now);
      if ('value' in asked) for (const farm of ownFarms) await keepOwn(deps.store, farm, asked.value, deps.now());
    }
  };
}

/** The stations of an account; one without a station, or none of which has measured anything, has nothing for anybody. */
function readMeasured(fetched: Fetched): { value: AmbientDevice[] } | { failure: ProviderFailure } {
  const read = readDevices(fetched);
  if ('failure' in read) return read;
  const isMeasured = ({ macAddress, lastData }: AmbientDevice) => readObservation({ ...lastData, macAddress });
  if (read.value.some(isMeasured)) return read;
  const message = read.value.length === 0 ? 'no station on the account' : 'no measurement of any station';
  return { failure: { kind: 'empty', code: null, message } };
}

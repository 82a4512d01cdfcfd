import { MINUTE_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import { type AskDeps, ask } from '../provider/ask.ts';
import type { ProviderFailure } from '../provider/failure.ts';
import type { Fetched } from '../provider/fetch-bytes.ts';
import { byAccount, keepOwn, OWN_INTERVAL_MS, type OwnAccount } from './keep-own.ts';
import { readObservation } from './observation.ts';
import { type AmbientDevice, devicesUrl, readDevices } from './reply.ts';

/** A pushing account is polled only now and then, as a check that it pushes everything. */
const CHECK_INTERVAL_MS = 15 * MINUTE_MS;
/** The service allows one application three calls a second. */
const BETWEEN_CALLS_MS = 350;

type OwnDeps = AskDeps & {
  store: Store;
  baseUrl: string;
  wait(ms: number): Promise<void>;
  /** Whether an account is pushing at present. */
  isHeard(account: string): boolean;
};

/** Polls farms' own stations; remembers between runs when each account was last polled. */
export function createOwnPoll(): (deps: OwnDeps, farms: readonly OwnAccount[]) => Promise<void> {
  const askedAt = new Map<string, number>();
  return async (deps, farms) => {
    let isFirst = true;
    for (const [account, ownFarms] of byAccount(farms)) {
      if (deps.stopping.aborted) return;
      const now = deps.now();
      const intervalMs = deps.isHeard(account) ? CHECK_INTERVAL_MS : OWN_INTERVAL_MS;
      // A clock that is set back must not keep the account unasked until it has caught up.
      if (Math.abs(now - (askedAt.get(account) ?? Number.NEGATIVE_INFINITY)) < intervalMs) continue;
      if (!isFirst) await deps.wait(BETWEEN_CALLS_MS);
      isFirst = false;
      const [{ keys }] = ownFarms;
      const url = devicesUrl(deps.baseUrl, keys);
      const secrets = [keys.apiKey, keys.applicationKey];
      const asked = await ask(deps, { provider: 'ambient', key: account, secrets, url, read: readMeasured });
      // A paused account is polled as soon as its pause ends.
      if (!('isPaused' in asked)) askedAt.set(account, now);
      if ('value' in asked) for (const farm of ownFarms) await keepOwn(deps.store, farm, asked.value, deps.now());
    }
  };
}

/** Reads the stations of an account. Without any measurement it returns the failure 'empty'. */
function readMeasured(fetched: Fetched): { value: AmbientDevice[] } | { failure: ProviderFailure } {
  const read = readDevices(fetched);
  if ('failure' in read) return read;
  const isMeasured = ({ macAddress, lastData }: AmbientDevice) => readObservation({ ...lastData, macAddress });
  if (read.value.some(isMeasured)) return read;
  const message = read.value.length === 0 ? 'no station on the account' : 'no measurement of any station';
  return { failure: { kind: 'empty', code: null, message } };
}

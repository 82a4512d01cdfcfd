import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time/time.ts';
import type { Auth } from './auth/auth.ts';
import type { Engine } from './control/engine/engine.ts';
import type { Siblings, Store } from './db/open.ts';
import type { Announcer } from './live/announce.ts';
import type { LiveHub } from './live/hub.ts';

/** The engine, whose wake-ups reach the process that decides, too. */
export function tellingOthers(engine: Engine, others: Announcer): Engine {
  return {
    ...engine,
    wake(farmId) {
      engine.wake(farmId);
      others.woken(farmId);
    },
    async decideNow(farmId) {
      others.woken(farmId);
      await engine.decideNow(farmId);
    },
  };
}

/** A process may end between its commit and its news; then equipment waits for at most this long. */
const WRITES_EVERY_MS = 5 * SECOND_MS;

/** Makes all farms due when other processes have written about farms; call it before each run of the engine. */
export function wakeByWrites({ version }: Siblings, engine: Engine, monotonic: () => number): () => void {
  let seen = version(['farms']);
  let nextAt = 0;
  return () => {
    const written = version(['farms']);
    if (written === seen || monotonic() < nextAt) return;
    seen = written;
    nextAt = monotonic() + WRITES_EVERY_MS;
    engine.wakeAll();
  };
}

type Hearing = { store: Store; hub: LiveHub; auth: Auth; engine: Engine; log: Logger };

/** Does in this process what news of others ask for; returns how to stop. */
export function hearOthers(others: Announcer, { store, hub, auth, engine, log }: Hearing): () => void {
  const decideNow = async (farmId: number) => {
    await store.catchUp();
    await engine.decideNow(farmId);
  };
  const stopTelling = auth.onSessionEnded(others.ended);
  const stop = others.hear({
    live: hub.pass,
    ended: (sid) => auth.sessions.tellEnded([sid]),
    woken(farmId) {
      decideNow(farmId).catch((error: unknown) => log.error({ err: error, farmId }, 'a farm could not be decided on'));
    },
    missed() {
      hub.miss();
      engine.wakeAll();
    },
  });
  return () => {
    stopTelling();
    stop();
  };
}

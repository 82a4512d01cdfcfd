import type { Logger } from 'pino';
import { SECOND_MS } from '#contract/time/time.ts';
import type { Auth } from './auth/auth.ts';
import type { Engine } from './control/engine/engine.ts';
import type { Peers, Store } from './db/open.ts';
import type { LiveHub } from './live/hub.ts';
import type { PeerMessages } from './live/peer-messages.ts';

/** The engine, which also wakes the process that controls the equipment. */
export function withPeers(engine: Engine, messages: PeerMessages): Engine {
  return {
    ...engine,
    wake(farmId) {
      engine.wake(farmId);
      messages.woken(farmId);
    },
    async decideNow(farmId) {
      messages.woken(farmId);
      await engine.decideNow(farmId);
    },
  };
}

/** A process may end between its commit and its message; then equipment waits for at most this long. */
const WRITES_EVERY_MS = 5 * SECOND_MS;

/** Makes all farms due when other processes have written about farms; call it before each run of the engine. */
export function wakeByWrites({ version }: Peers, engine: Engine, monotonic: () => number): () => void {
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

type Receivers = { store: Store; hub: LiveHub; auth: Auth; engine: Engine; log: Logger };

/** Applies the messages of other processes in this one; returns how to unsubscribe. */
export function subscribeToPeers(messages: PeerMessages, { store, hub, auth, engine, log }: Receivers): () => void {
  const decideNow = async (farmId: number) => {
    await store.catchUp();
    await engine.decideNow(farmId);
  };
  const unsubscribe = auth.onSessionEnded(messages.ended);
  const stop = messages.subscribe({
    live: hub.deliver,
    ended: (sid) => auth.sessions.tellEnded([sid]),
    woken(farmId) {
      decideNow(farmId).catch((error: unknown) => log.error({ err: error, farmId }, 'a farm could not be decided on'));
    },
    missed() {
      hub.reportGap();
      engine.wakeAll();
    },
  });
  return () => {
    unsubscribe();
    stop();
  };
}

import { openDevice } from '#src/offline/device-db.ts';
import { deleteSent } from '#src/offline/outbox/outbox-db.ts';
import { deleteReads } from '#src/offline/read-db.ts';
import { resumeWipe, type WipePorts, wipe } from '#src/offline/wipe.ts';
import { hasReads, keepReads } from '../../support/app/session-harness.ts';
import type { Scene } from './scenario.ts';
import { withTimeout } from './with-timeout.ts';

/** Steps of removing a user from the device at which the power may fail. */
const cuts = [null, 'memory', 'reads', 'writes', 'server'] as const;

/**
 * The user signs out, or another one signs in, and the power fails at some step; the next start finishes the removal.
 */
export async function switchUser({ dice, uid, timers, killAll, blame }: Scene): Promise<void> {
  const cut = cuts[dice.below(cuts.length)] ?? null;
  const device = openDevice();
  await keepReads(uid);
  const portsCutAt = (at: typeof cut): WipePorts => {
    const step = (name: typeof cut) => {
      if (name === at) throw new Error('the power goes');
    };
    return {
      device,
      announce: () => {},
      clearMemory: async () => step('memory'),
      // Built as in src/api/browser-ports.ts.
      async deleteReads(whose) {
        step('reads');
        await deleteReads(whose);
        step('writes');
        await deleteSent(whose);
      },
      async endServerSession() {
        step('server');
        return true;
      },
    };
  };
  const remove = async () => {
    const isWhole = await wipe(portsCutAt(cut), uid, dice.chance(0.5)).then(
      () => true,
      () => {
        killAll();
        return false;
      },
    );
    // If the power went while an earlier removal was finished, this one has not begun: the user is still signed in.
    return (await resumeWipe(portsCutAt(null))) === uid || isWhole;
  };
  // Storage that hangs or fails is not waited for (session-store.ts); a later start goes on with the removal.
  const isRemoved = await withTimeout(
    remove().catch(() => false),
    timers,
  );
  if (isRemoved && (await hasReads(uid))) blame('foreign');
  device.close();
}

/** A version that no release has reached; Dexie counts in tens. */
const HIGHER = 900;

/** A newer release upgrades the outbox database, while pages of the older one have it open. */
export async function raiseOutbox({ uid }: Scene): Promise<void> {
  const opening = indexedDB.open(`onsil-outbox-${uid}`, HIGHER);
  await new Promise<void>((resolve, reject) => {
    opening.onupgradeneeded = () => {
      const { result } = opening;
      if (!result.objectStoreNames.contains('newer')) result.createObjectStore('newer');
    };
    opening.onblocked = () => reject(new Error('a page of the older release holds up the newer one'));
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(opening.error);
  });
}

import * as z from 'zod/mini';
import { SHARED_IDLE_MS } from '#contract/user/auth.ts';
import type { DeviceStore } from '#src/offline/device-db.ts';
import { type DeviceState, type Identity, identity as identitySchema, isOpenFor } from '#src/offline/device-state.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import { type Timers, within } from '#src/offline/timers.ts';
import type { WipePorts } from '#src/offline/wipe.ts';
import { IDENTITY_KEY, SHARED_KEY, type TextStorage } from '../call/browser-storage.ts';
import { type Locks, withSessionLock } from './session-lock.ts';

/** Key of an unfinished sign-out; in localStorage because that works even when the database hangs. */
const WIPE_KEY = 'onsil.wipe';
const REVOKE_KEY = 'onsil.revoke';

/** Longest wait for the database before localStorage is used instead, ms. It usually answers in a tenth of this. */
const TRUTH_LIMIT_MS = 400;

const savedIdentity = z.object({ identity: z.nullable(identitySchema), serverOffset: z.number() });
const savedWipe = z.object({ uid: z.string(), endServerSession: z.boolean() });
type SavedWipe = z.infer<typeof savedWipe>;

/** The parts of src/offline that need Dexie; loaded when the first user is stored, not before. */
type OfflineParts = {
  device: DeviceStore;
  deleteReads: WipePorts['deleteReads'];
  wipe(ports: WipePorts, uid: string, endServerSession: boolean): Promise<void>;
  resumeWipe(ports: WipePorts): Promise<string | null>;
};

export type KeeperPorts = {
  storage: TextStorage;
  truth(): Promise<DeviceState | null>;
  withOffline<T>(use: (parts: OfflineParts) => Promise<T>): Promise<T>;
  locks: Locks | undefined;
  timers: Timers;
  announce(news: WorkerEvent): void;
  serverOffset(): number;
};

type Recalled = {
  identity: Identity | null;
  /** A sign-out was interrupted: this user's data still has to be deleted. */
  wiping: SavedWipe | null;
  revokePending: boolean;
  serverOffset: number;
};

/** What a wipe needs from the page. */
type Forgetting = Pick<WipePorts, 'clearMemory' | 'endServerSession'>;

/**
 * Who is signed in, stored twice: in the database, the source of truth, and in localStorage, which is readable at
 * once.
 */
export class IdentityKeeper {
  readonly #ports: KeeperPorts;
  /** What the database is known to hold, so that it is opened only for a change. */
  #kept: string | null = null;
  /** No user ever signed in on this device: nothing can be shown to the wrong person. */
  #isBlank = false;

  constructor(ports: KeeperPorts) {
    this.#ports = ports;
  }

  /** Who was signed in when the app was last open. */
  async recall(): Promise<Recalled> {
    const { storage, timers } = this.#ports;
    const truth = await within(timers, TRUTH_LIMIT_MS, this.#ports.truth());
    const { identity: saved, serverOffset } = this.#saved();
    const wiping = readSaved(storage, WIPE_KEY, savedWipe) ?? truth?.wipeJournal ?? null;
    const revokePending = storage.getItem(REVOKE_KEY) !== null || truth?.revokePending === true;
    const identity = truth ? agreed(truth.identity, saved) : saved;
    this.#isBlank = truth?.sessionEpoch === 0 && !wiping && !revokePending;
    this.#kept = truth?.identity && isOpenFor(truth.identity.userId, truth) ? fingerprint(truth.identity) : null;
    return {
      identity: identity?.userId === wiping?.uid ? null : identity,
      wiping,
      revokePending,
      serverOffset: truth?.serverOffset || serverOffset,
    };
  }

  /** What localStorage holds now; another tab may have changed it. */
  savedIdentity(): Identity | null {
    return this.#saved().identity;
  }

  /**
   * Whether this user has signed out on this device, in any tab, and not signed in since. The server may not know it
   * yet: without a connection, or while the device is slow.
   */
  hasLeft(uid: string): boolean {
    const { storage } = this.#ports;
    if (this.savedIdentity()?.userId === uid) return false;
    return storage.getItem(REVOKE_KEY) !== null || readSaved(storage, WIPE_KEY, savedWipe)?.uid === uid;
  }

  isBlank(): boolean {
    return this.#isBlank;
  }

  /** Whether several people share this device, and nobody has used it for a while. `now`: of the server's clock. */
  isLeftAlone(now: number): boolean {
    const usedAt = this.#ports.storage.getItem(SHARED_KEY);
    return usedAt !== null && now - Number(usedAt) >= SHARED_IDLE_MS;
  }

  /** Notes that a shared device is being used. `now`: of the server's clock. */
  noteUse(now: number): void {
    const { storage } = this.#ports;
    if (storage.getItem(SHARED_KEY) !== null) storage.setItem(SHARED_KEY, String(now));
  }

  /** Stores the user in localStorage only; `adopt` follows. */
  note(identity: Identity): void {
    this.#save(identity);
    this.#ports.storage.removeItem(REVOKE_KEY);
  }

  /** Makes this the device's user. The previous user's data is wiped first, so that two users never mix. */
  async adopt(identity: Identity, page: Pick<Forgetting, 'clearMemory'>): Promise<void> {
    this.note(identity);
    const print = fingerprint(identity);
    if (print === this.#kept) return;
    this.#isBlank = false;
    const uid = identity.userId;
    await this.#change(async (parts) => {
      const { device } = parts;
      const before = await device.read();
      const others = [before.wipeJournal?.uid, before.currentUid, before.identity?.userId];
      const other = others.find((found) => found != null && found !== uid);
      // The server ended the earlier session when this one began; ending the session now would end the new one.
      const wiping = this.#wipePorts(parts, { ...page, endServerSession: async () => true });
      if (other != null) await parts.wipe(wiping, other, false);
      await parts.resumeWipe(wiping);
      await device.change((state) => ({
        currentUid: uid,
        identity,
        revokePending: false,
        sessionEpoch: state.sessionEpoch + (isOpenFor(uid, state) ? 0 : 1),
      }));
    });
    this.#save(identity);
    this.#ports.storage.removeItem(WIPE_KEY);
    this.#kept = print;
  }

  /** Keeps the user's reads but hides them until the same user signs in. */
  async lock(uid: string): Promise<void> {
    const { identity } = this.#saved();
    if (identity?.userId === uid) this.#save({ ...identity, locked: true });
    this.#kept = null;
    await this.#change(({ device }) =>
      device.change((state) =>
        state.identity?.userId === uid && !state.identity.locked
          ? { identity: { ...state.identity, locked: true }, sessionEpoch: state.sessionEpoch + 1 }
          : {},
      ),
    );
  }

  /** Removes the user from this device, and ends their session on the server if requested. Never rejects. */
  async forget(wiping: SavedWipe, page: Forgetting): Promise<void> {
    const { storage, announce } = this.#ports;
    const { uid, endServerSession } = wiping;
    storage.setItem(WIPE_KEY, JSON.stringify(wiping));
    if (this.savedIdentity()?.userId === uid) storage.removeItem(IDENTITY_KEY);
    this.#kept = null;
    let isServerDone = false;
    const noting: Forgetting = {
      ...page,
      async endServerSession() {
        isServerDone = await page.endServerSession();
        if (isServerDone) storage.removeItem(REVOKE_KEY);
        else storage.setItem(REVOKE_KEY, '1');
        return isServerDone;
      },
    };
    try {
      await this.#change((parts) => parts.wipe(this.#wipePorts(parts, noting), uid, endServerSession));
      storage.removeItem(WIPE_KEY);
    } catch {
      // The storage hangs. The mark in localStorage stays, so that the next start deletes the data; it is hidden until
      // then.
      announce({ type: 'epoch', uid });
      await page.clearMemory(uid);
      if (endServerSession && !isServerDone) await noting.endServerSession();
    }
  }

  async setRevokePending(isPending: boolean): Promise<void> {
    const { storage } = this.#ports;
    if (isPending) storage.setItem(REVOKE_KEY, '1');
    else storage.removeItem(REVOKE_KEY);
    await this.#change(({ device }) => device.write({ revokePending: isPending }));
  }

  async saveOffset(serverOffset: number): Promise<void> {
    const saved = this.#saved();
    if (saved.serverOffset === serverOffset) return;
    this.#ports.storage.setItem(IDENTITY_KEY, JSON.stringify({ ...saved, serverOffset }));
    await this.#ports.withOffline(({ device }) => device.write({ serverOffset }));
  }

  #saved(): z.infer<typeof savedIdentity> {
    return readSaved(this.#ports.storage, IDENTITY_KEY, savedIdentity) ?? { identity: null, serverOffset: 0 };
  }

  #save(identity: Identity): void {
    const { storage, serverOffset } = this.#ports;
    storage.setItem(IDENTITY_KEY, JSON.stringify({ identity, serverOffset: serverOffset() }));
  }

  #change<T>(run: (parts: OfflineParts) => Promise<T>): Promise<T> {
    const { locks, timers, withOffline } = this.#ports;
    return withSessionLock(locks, timers, () => withOffline(run));
  }

  #wipePorts({ device, deleteReads }: OfflineParts, page: Forgetting): WipePorts {
    return { device, deleteReads, ...page, announce: (uid) => this.#ports.announce({ type: 'epoch', uid }) };
  }
}

/** The database's value, unless localStorage knows of a lock that was not written to the database. */
function agreed(truth: Identity | null, saved: Identity | null): Identity | null {
  const isSame = truth !== null && saved?.userId === truth.userId && saved.signedInAt >= truth.signedInAt;
  return isSame && saved.locked ? { ...truth, locked: true } : truth;
}

/** Equal for equal identities, independent of the order of the fields. */
function fingerprint(identity: Identity): string {
  const { userId, userAuthority, isNew, urlMap, mustChangePassword, name, email, signedInAt, locked } = identity;
  const optional = [mustChangePassword ?? false, email ?? null];
  return JSON.stringify([userId, userAuthority, isNew, urlMap, name, ...optional, signedInAt, locked]);
}

function readSaved<T>(storage: TextStorage, key: string, schema: z.ZodMiniType<T>): T | null {
  try {
    const parsed = z.safeParse(schema, JSON.parse(storage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: treat it as absent.
    return null;
  }
}

import { type Session, SIGN_OUT_AFTER_MS } from '#contract/user/auth.ts';
import { backoff } from '#src/lib/backoff.ts';
import { type Observable, observable } from '#src/lib/observable.ts';
import type { Identity } from '#src/offline/device-state.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import { pause, within } from '#src/offline/timers.ts';
import type { Credentials } from '../call/credentials.ts';
import { RETRY_PAUSES_MS } from '../call/retry-pauses.ts';
import type { SessionAnswer, SignInFields, SignInResult } from './auth-protocol.ts';
import type { Ended, SessionPorts, SessionState } from './session-types.ts';

/** How long a read waits for the session before it is answered from the device, ms. */
const TOKEN_PATIENCE_MS = 2_500;
/** A session past its hour is shown only after the server had this long to answer, ms. */
const OVERDUE_PATIENCE_MS = 1_000;
/** Signing in and out wait at most this long for the device's storage before the screen changes, ms. */
const DEVICE_PATIENCE_MS = 1_000;
/** On a device without earlier users, the first screen is shown before Dexie and the database are loaded, ms. */
const FIRST_SCREEN_MS = 2_000;
/** After this time the device has stored whoever signed in on it, ms. */
const KEPT_AFTER_MS = 10_000;

/** Who is signed in: asks the server, stores the user on the device, and never mixes the data of two users. */
export class SessionStore implements Observable<SessionState>, Credentials {
  readonly #ports: SessionPorts;
  readonly #state = observable<SessionState>({ status: 'loading', data: null, ended: null });
  #identity: Identity | null = null;
  #token: string | null = null;
  #why: NoAnswerReason = 'offline';
  /** The user signed out offline; the server's session must end before it is fetched again. */
  #revokePending = false;
  /** Why the session should have ended already: nobody could sign in again, or the server has not been asked. */
  #overdue: 'timer' | 'idle' | null = null;
  /** The user may be signed in although the device has no record of them. */
  #isEmptied = false;
  #asking: Promise<void> | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** Backoff while the server does not answer. */
  readonly #pauses = backoff(RETRY_PAUSES_MS);
  #cancelRetry = () => {};
  #adoption: Promise<void> = Promise.resolve();
  #cancelAdoption = () => {};
  #cancelHour = () => {};

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  readonly get = () => this.#state.get();
  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener);

  async start(): Promise<void> {
    const { auth, keeper, timers } = this.#ports;
    const early = auth.getSession();
    const { identity: last, wiping, revokePending, serverOffset } = await keeper.recall();
    this.#ports.restoreOffset(serverOffset);
    this.#revokePending = revokePending || wiping?.endServerSession === true;
    const saved = keeper.savedIdentity();
    this.#isEmptied = keeper.isBlank() && !(saved && this.#ports.now() - saved.signedInAt < KEPT_AFTER_MS);
    if (wiping) {
      // Signing in ends the earlier session as well: nothing is left to end then.
      const endSession = async () => !this.#revokePending || (await auth.signOut('/')) !== null;
      const forgetting = this.#forget(wiping.uid, wiping.endServerSession, endSession);
      await within(timers, DEVICE_PATIENCE_MS, forgetting);
    }
    // A response received before an interrupted sign-out was finished is obsolete.
    const isEarlyGood = !wiping && !revokePending;
    // Shown inside the request: the reads that the screen starts at once must wait for the token.
    await this.#askOnce(async () => {
      if (last && !last.locked) await this.#showLast(last, early);
      return isEarlyGood ? early : auth.getSession();
    });
  }

  /** Refetches the session; concurrent calls share one request. */
  refresh(): Promise<void> {
    return this.#asking ?? this.#askOnce(() => this.#ports.auth.getSession());
  }

  update(data?: unknown): Promise<void> {
    return this.#inTurn(() => this.#ask(() => this.#ports.auth.updateSession(data)));
  }

  signIn(provider: string | undefined, fields: SignInFields): Promise<SignInResult> {
    return this.#inTurn(async () => {
      const { auth, leave, broadcast } = this.#ports;
      await this.#revoke();
      const outcome = await auth.signIn(provider, fields);
      if (outcome.kind === 'leave') {
        leave(outcome.to);
        return { ok: false, status: 0, error: null, url: outcome.to };
      }
      if (!outcome.result.ok) return outcome.result;
      const answer = await auth.getSession();
      if (answer.kind !== 'session') return { ok: false, status: 0, error: 'CLIENT_FETCH_ERROR', url: null };
      await this.#accept(answer.session, true);
      broadcast('getSession');
      return outcome.result;
    });
  }

  /** Signs out and wipes, with or without a connection; returns the next address. */
  signOut(callbackUrl: string): Promise<string> {
    return this.#inTurn(async () => {
      let to: string | null = null;
      const endSession = async () => {
        to = await this.#ports.auth.signOut(callbackUrl);
        return to !== null;
      };
      const leaving = this.#identity;
      if (leaving) {
        const forgetting = this.#forget(leaving.userId, true, endSession);
        await within(this.#ports.timers, DEVICE_PATIENCE_MS, forgetting);
        if (this.#identity === leaving) await this.#clear(leaving.userId);
        await forgetting;
      } else {
        await endSession();
      }
      if (this.get().status !== 'unauthenticated') this.#showNobody('signed-out');
      this.#ports.broadcast('signout');
      return to ?? callbackUrl;
    });
  }

  /** Another tab removed this user from the device. */
  droppedElsewhere(uid: string): Promise<void> {
    return this.#inTurn(() => this.#clear(uid));
  }

  /** The connection is back, or the page is visible again. */
  recheck(): void {
    if (this.#identity) this.#overdue ??= this.#whyOver(this.#identity.signedInAt);
    if (this.#overdue) void this.#inTurn(() => this.#lockNow());
    else if (this.#revokePending || (this.#identity && this.#token === null)) void this.refresh();
  }

  /** Somebody uses this device. */
  noteUse(): void {
    this.#ports.keeper.noteUse(this.#ports.now());
  }

  /** Ends the session, as soon as somebody could sign in again. */
  end(why: 'timer' | 'idle'): void {
    // It would end the next session as well.
    if (!this.#identity) return;
    this.#overdue ??= why;
    void this.#inTurn(() => this.#lockNow());
  }

  /** Resolves once the device has stored the user, and the worker caches what it fetches for them. */
  adopted(): Promise<void> {
    return this.#adoption;
  }

  uid(): string | null {
    return this.#identity?.userId ?? null;
  }

  why(): NoAnswerReason {
    return this.#why;
  }

  hasToken(): boolean {
    return this.#token !== null && this.#identity?.mustChangePassword !== true;
  }

  async token(): Promise<string | null> {
    if (this.#token === null && this.#asking) await within(this.#ports.timers, TOKEN_PATIENCE_MS, this.#asking);
    return this.#token;
  }

  async renew(refused: string): Promise<string | null> {
    if (this.#token === refused) await this.refresh();
    return this.#token;
  }

  mismatch(): void {
    void this.refresh();
  }

  /** Runs changes of user one after the other. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(run, run);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  #askOnce(question: () => Promise<SessionAnswer>): Promise<void> {
    const asking = this.#inTurn(() => this.#ask(question)).finally(() => {
      if (this.#asking === asking) this.#asking = null;
    });
    this.#asking = asking;
    return asking;
  }

  async #ask(question: () => Promise<SessionAnswer>): Promise<void> {
    const cancelLate = this.#ports.timers.after(TOKEN_PATIENCE_MS, () => {
      if (this.#identity && this.get().status === 'authenticated' && this.#token === null) {
        this.#show(this.#identity, null, true);
      }
    });
    const answer = (await this.#revoke()) ? await question() : ({ kind: 'no-answer', reason: 'offline' } as const);
    cancelLate();
    const hasLeft = answer.kind === 'session' && this.#ports.keeper.hasLeft(answer.session.userId);
    if (answer.kind === 'session' && !hasLeft) return this.#accept(answer.session, false);
    if (answer.kind !== 'no-answer') {
      if (this.#identity) return this.#endHere(this.#identity.userId, hasLeft ? 'signed-out' : 'expired');
      if (this.get().status === 'loading') this.#showNobody(null);
      return;
    }
    this.#why = answer.reason;
    // An existing token stays in use: a lost request says nothing about it.
    if (this.#identity && this.#token === null) this.#show(this.#identity, null, true);
    else if (this.get().status === 'loading') this.#showNobody(null);
    if (this.#token === null) this.#retryLater();
  }

  async #accept(session: Session, isNewSignIn: boolean): Promise<void> {
    const { memory } = this.#ports;
    const { user, userId, userAuthority, isNew, urlMap, mustChangePassword } = session;
    const signedInAt = isNewSignIn ? this.#ports.now() : this.#signedInAt(userId);
    if (isNewSignIn) {
      this.#overdue = null;
      this.#isEmptied = false;
      this.noteUse();
    } else {
      this.#overdue ??= this.#whyOver(signedInAt);
      if (this.#overdue) return this.#lockNow();
    }
    const before = this.#identity;
    if (before && before.userId !== userId) await this.#clear(before.userId, false);
    const hadToken = this.hasToken();
    const { name, email } = user;
    const permitted = { userAuthority, isNew, urlMap, mustChangePassword };
    const next: Identity = { userId, ...permitted, name, email, signedInAt, locked: false };
    await this.#adopt(next);
    await this.#enter(next);
    this.#token = session.jwtToken;
    this.#show(next, session, false);
    this.#pauses.reset();
    this.#cancelRetry();
    if (!hadToken && this.hasToken()) memory.confirmed();
  }

  /** Makes this the device's user, after removing the previous one. */
  async #adopt(next: Identity): Promise<void> {
    const { keeper, memory, timers } = this.#ports;
    const adopt = () =>
      keeper
        .adopt(next, { clearMemory: (uid) => memory.leave(uid, true) })
        // The storage hangs: the app works online only, and nothing is stored.
        .catch(() => {});
    this.#cancelAdoption();
    if (!keeper.isBlank()) {
      this.#adoption = adopt();
      await within(timers, DEVICE_PATIENCE_MS, this.#adoption);
      return;
    }
    keeper.note(next);
    const { done, cancel } = pause(timers, FIRST_SCREEN_MS);
    this.#cancelAdoption = cancel;
    this.#adoption = done.then(adopt).then(() => memory.kept());
  }

  /** When this user signed in, as noted by this tab or, later, by another one. */
  #signedInAt(userId: string): number {
    if (this.#identity?.userId !== userId) return this.#ports.now();
    const saved = this.#ports.keeper.savedIdentity();
    const isNoted = saved?.userId === userId && !saved.locked;
    return Math.max(this.#identity.signedInAt, isNoted ? saved.signedInAt : 0);
  }

  async #showLast(last: Identity, early: Promise<SessionAnswer>): Promise<void> {
    // The server is asked first if it can be reached.
    const heard = this.#whyOver(last.signedInAt) ? await within(this.#ports.timers, OVERDUE_PATIENCE_MS, early) : null;
    if (heard?.kind === 'session' || heard?.kind === 'none') {
      this.#identity = last;
      return;
    }
    await this.#enter(last);
    this.#show(last, null, false);
  }

  async #enter(next: Identity): Promise<void> {
    const before = this.#identity;
    if (before?.userId !== next.userId) await this.#ports.memory.enter(next.userId);
    this.#identity = next;
    if (before?.userId !== next.userId || before.signedInAt !== next.signedInAt) this.#startHourTimer(next.signedInAt);
  }

  #show(identity: Identity, session: Session | null, isOffline: boolean): void {
    const { userId, userAuthority, isNew, urlMap, mustChangePassword, name, email } = identity;
    const user = session?.user ?? { name, ...(email !== undefined && { email }) };
    const expires = session?.expires ?? null;
    const permitted = { userAuthority, isNew, urlMap, mustChangePassword };
    const data = { user, userId, ...permitted, expires, jwtToken: this.#token, isOffline };
    const next = { status: 'authenticated', data: { ...data, isEmptied: this.#isEmptied }, ended: null } as const;
    // The whole app renders again with a session: not after each attempt that changed nothing.
    if (JSON.stringify(next) !== JSON.stringify(this.#state.get())) this.#state.set(next);
  }

  #showNobody(ended: Ended | null): void {
    this.#identity = null;
    this.#token = null;
    this.#overdue = null;
    this.#isEmptied = false;
    this.#cancelHour();
    this.#cancelRetry();
    this.#cancelAdoption();
    this.#state.set({ status: 'unauthenticated', data: null, ended });
  }

  /** Removes the user from this page; `isOver` is false when another user follows at once. */
  async #clear(uid: string, isOver = true): Promise<void> {
    if (this.#identity?.userId === uid) {
      this.#showNobody('signed-out');
      if (!isOver) this.#state.set({ status: 'loading', data: null, ended: null });
    }
    await this.#ports.memory.leave(uid, true);
  }

  /** Ends the session after an hour: by a timer in an open page, by the clock in a suspended one. */
  #startHourTimer(signedInAt: number): void {
    const { timers, now } = this.#ports;
    this.#cancelHour();
    const leftMs = Math.min(Math.max(signedInAt + SIGN_OUT_AFTER_MS - now(), 0), SIGN_OUT_AFTER_MS);
    this.#cancelHour = timers.after(leftMs, () => this.end('timer'));
  }

  /** After the hour, and at a shared device that was left alone, another person may be at the screen. */
  #whyOver(signedInAt: number): 'timer' | 'idle' | null {
    const now = this.#ports.now();
    if (this.#ports.keeper.isLeftAlone(now)) return 'idle';
    return now - signedInAt >= SIGN_OUT_AFTER_MS ? 'timer' : null;
  }

  /** Signs out because the time is over. Waits for a connection, because nobody could sign in without one. */
  async #lockNow(): Promise<void> {
    const leaving = this.#identity;
    const why = this.#overdue;
    if (!leaving || !why) return;
    if ((await this.#ports.auth.signOut('/')) === null) {
      if (this.#token === null) this.#show(leaving, null, true);
      return this.#retryLater();
    }
    await this.#endHere(leaving.userId, why);
    this.#ports.broadcast('signout');
  }

  /** The session is over; the data stays on the device for the same user. */
  async #endHere(uid: string, ended: Ended): Promise<void> {
    this.#showNobody(ended);
    await this.#ports.memory.leave(uid, false);
    await this.#ports.keeper.lock(uid).catch(() => {
      // The storage hangs; localStorage has the lock, and the next start reads both.
    });
  }

  async #forget(uid: string, endServerSession: boolean, endSession: () => Promise<boolean>): Promise<void> {
    const page = {
      clearMemory: (leaving: string) => this.#clear(leaving),
      endServerSession: async () => {
        const isDone = await endSession();
        this.#revokePending = !isDone;
        return isDone;
      },
    };
    await this.#ports.keeper.forget({ uid, endServerSession }, page);
  }

  async #revoke(): Promise<boolean> {
    if (!this.#revokePending) return true;
    if ((await this.#ports.auth.signOut('/')) === null) return false;
    this.#revokePending = false;
    await this.#ports.keeper.setRevokePending(false).catch(() => {
      // The storage hangs; ending the same session again at the next start is harmless.
    });
    return true;
  }

  #retryLater(): void {
    const { timers, isVisible } = this.#ports;
    this.#cancelRetry();
    this.#cancelRetry = timers.after(this.#pauses.next(), () => {
      if (isVisible()) this.recheck();
    });
  }
}

import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { blockOf } from '../../kernel/network.ts';
import { type AttemptRule, createAttemptTally } from './attempt-tally.ts';
import type { ProvenAccount } from './known-browser.ts';

/** Who tries to sign in, and as whom. */
export type Attempt = ProvenAccount & {
  /** As `clientAddress` gives it. */
  network: string;
  /** What this browser was given when it last signed in to this account; undefined when it never did. */
  browser: string | undefined;
};

/**
 * Holds back guessing at passwords, and never an owner for what a stranger does.
 *
 * - A browser that has signed in to the account before (known-browser.ts) and an address that has, in the last 30
 *   days, are known: their attempts are counted by themselves, and nothing else counts against them.
 * - Everybody else is a stranger: counted per account and address, per address, and together per account. Where
 *   strangers together have tried an account 100 times, they go on one at a time, every 15 minutes. Only who is new
 *   is let through still: two attempts a day from each IPv4 /24 or IPv6 /48, for an owner with a new phone.
 *
 * What an attacker gets at one account in a day: 107 guesses from one address, and from more of them 195 and 2 for
 * each block at most, which is 201 from 3 addresses, 395 from 100, 2,195 from 1,000; an address gets 122 at all
 * accounts together. Who holds a browser that is known, or sits at an address that is, gets 107, and can hold back
 * whoever shares that address without a browser of their own.
 *
 * Attempts that are made side by side count from their start, so none slips through; what is typed is the key, so an
 * account that does not exist is held back like one that does. Memory is bounded; what is dropped first is what
 * failed least. A restart forgives everything: each stranger begins anew, and an owner whose browser is not known is
 * a stranger until the next success. Known browsers stay known, for it is they who keep the proof.
 */
export type SignInLimit = {
  /** How long this attempt has to wait, ms; 0: go on, and it has been counted. */
  admit(attempt: Attempt): number;
  succeeded(attempt: Attempt): void;
  /** The attempt was not made after all: the server was too busy to look at the password. */
  takeBack(attempt: Attempt): void;
  /** Whether the account's owner has been here before, in all likelihood. */
  isKnown(attempt: Attempt): boolean;
};

/** One account from one place. */
export const pairRule: AttemptRule = { free: 5, firstDelayMs: 5 * SECOND_MS, maxDelayMs: 15 * MINUTE_MS };
/** One address of strangers at whatever accounts; a household may share it. */
const addressRule: AttemptRule = { ...pairRule, free: 20 };
/** All strangers at one account. */
const strangersRule: AttemptRule = { free: 100, firstDelayMs: 15 * MINUTE_MS, maxDelayMs: 15 * MINUTE_MS };
/** One block of addresses at one account, when strangers there have used up what they have. */
const newcomerRule: AttemptRule = { free: 2, firstDelayMs: DAY_MS, maxDelayMs: DAY_MS };

const KNOWN_FOR_MS = 30 * DAY_MS;
/** Addresses kept for each account, the latest: phones change theirs often. */
const MAX_KNOWN = 8;

export function createSignInLimit(now: () => number): SignInLimit {
  const pairs = createAttemptTally(pairRule, now);
  const addresses = createAttemptTally(addressRule, now);
  const accounts = createAttemptTally(strangersRule, now);
  const newcomers = createAttemptTally(newcomerRule, now);
  const known = createKnownNetworks(now);

  // No login and no address holds a line break.
  const pairOf = ({ account, network, browser }: Attempt) => `${browser ?? network}\n${account}`;
  const newcomerOf = ({ account, network }: Attempt) => `${blockOf(network)}\n${account}`;
  const isKnown = (attempt: Attempt) => attempt.browser !== undefined || known.has(attempt);
  const strangersWaitMs = (attempt: Attempt) => {
    const togetherMs = newcomers.waitMs(newcomerOf(attempt)) === 0 ? 0 : accounts.waitMs(attempt.account);
    return Math.max(addresses.waitMs(attempt.network), togetherMs);
  };
  const takeBack = (attempt: Attempt) => {
    pairs.takeBack(pairOf(attempt));
    if (isKnown(attempt)) return;
    addresses.takeBack(attempt.network);
    accounts.takeBack(attempt.account);
    newcomers.takeBack(newcomerOf(attempt));
  };

  return {
    isKnown,
    takeBack,
    admit(attempt) {
      const waitMs = Math.max(pairs.waitMs(pairOf(attempt)), isKnown(attempt) ? 0 : strangersWaitMs(attempt));
      if (waitMs > 0) return waitMs;
      pairs.add(pairOf(attempt));
      if (isKnown(attempt)) return 0;
      addresses.add(attempt.network);
      accounts.add(attempt.account);
      newcomers.add(newcomerOf(attempt));
      return 0;
    },
    succeeded(attempt) {
      // Only this attempt of the address: signing in to an account of one's own must not pay for guessing at others.
      takeBack(attempt);
      pairs.forget(pairOf(attempt));
      known.add(attempt);
    },
  };
}

/** Where accounts were signed in to lately. Grows with the users alone, since only the right password adds to it. */
function createKnownNetworks(now: () => number) {
  const accounts = new Map<string, { passwordHash: string | undefined; networks: Map<string, number> }>();
  const networksOf = ({ account, passwordHash }: Attempt) => {
    const entry = accounts.get(account);
    return entry?.passwordHash === passwordHash ? entry?.networks : undefined;
  };
  return {
    has(attempt: Attempt): boolean {
      const at = networksOf(attempt)?.get(attempt.network);
      return at !== undefined && now() - at < KNOWN_FOR_MS;
    },
    add(attempt: Attempt): void {
      const { account, passwordHash, network } = attempt;
      const networks = networksOf(attempt) ?? new Map<string, number>();
      networks.delete(network);
      networks.set(network, now());
      const [oldest] = networks.keys();
      if (networks.size > MAX_KNOWN && oldest !== undefined) networks.delete(oldest);
      accounts.set(account, { passwordHash, networks });
    },
  };
}

import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { blockOf } from '../../kernel/network/network.ts';
import { type AttemptRule, type Attempts, attemptsInMemory, createAttemptTally } from './attempt-tally.ts';
import type { ProvenAccount } from './known-browser.ts';

/** Who tries to sign in, and to which account. */
export type Attempt = ProvenAccount & {
  /** The client's network, from `clientAddress`. */
  network: string;
  /** The nonce of this browser's proof for the account; undefined when it has none. */
  browser: string | undefined;
};

/**
 * Limits guessing of passwords without making an owner wait for what strangers do.
 *
 * - Known attempts come from a browser that has signed in to the account before (known-browser.ts), or from an
 *   address that has in the last 30 days. Only their own attempts count against them.
 * - All other attempts are strangers'. They count per account and address, per address, and together per account.
 *   After 100 attempts of strangers at one account, they may try once every 15 minutes together. For an owner with a
 *   new phone, each IPv4 /24 or IPv6 /48 still gets two attempts a day.
 *
 * An attacker can guess at one account per day: 107 times from one address; from several addresses at most 195 times
 * plus 2 for each block, which is 201 from 3 addresses, 395 from 100 and 2,195 from 1,000. One address gets 122 guesses
 * at all accounts together. With a known browser or at a known address it is 107 guesses, and these make everybody at
 * that address wait who has no known browser of their own.
 *
 * Parallel attempts count from their start, so none escapes the count. The key is the typed login, so an account that
 * does not exist behaves like one that does. Memory is bounded: the entry with the fewest failures is dropped first. A
 * restart of a single process clears all counts: every stranger starts again. Several processes count together. An owner
 * without a known browser is a stranger to each process after its start until the next success there. Known browsers
 * stay known, because they hold the proof themselves.
 */
export type SignInLimit = {
  /** How long this attempt must wait, ms. 0: it may proceed and has been counted. */
  admit(attempt: Attempt): number;
  succeeded(attempt: Attempt): void;
  /** Subtracts an attempt that was not checked, because the server was too busy. */
  takeBack(attempt: Attempt): void;
  /** Whether the account's owner has probably signed in from here before. */
  isKnown(attempt: Attempt): boolean;
};

/** One account from one address or browser. */
export const pairRule: AttemptRule = { free: 5, firstDelayMs: 5 * SECOND_MS, maxDelayMs: 15 * MINUTE_MS };
/** One address of strangers at any accounts; a household may share it. */
const addressRule: AttemptRule = { ...pairRule, free: 20 };
/** All strangers at one account. */
const strangersRule: AttemptRule = { free: 100, firstDelayMs: 15 * MINUTE_MS, maxDelayMs: 15 * MINUTE_MS };
/** One block of addresses at one account, after strangers have used up their attempts there. */
const newcomerRule: AttemptRule = { free: 2, firstDelayMs: DAY_MS, maxDelayMs: DAY_MS };

const KNOWN_FOR_MS = 30 * DAY_MS;
/** The most recent addresses kept per account: phones change theirs often. */
const MAX_KNOWN = 8;

// A line break is a safe separator: no login and no address contains one.
const pairOf = ({ account, network, browser }: Attempt) => `pair\n${browser ?? network}\n${account}`;
const addressOf = ({ network }: Attempt) => `address\n${network}`;
const accountOf = ({ account }: Attempt) => `account\n${account}`;
const newcomerOf = ({ account, network }: Attempt) => `newcomer\n${blockOf(network)}\n${account}`;

/** The keys under which an attempt to sign in may count. */
export const keysOf = (attempt: Attempt): readonly string[] =>
  [pairOf, addressOf, accountOf, newcomerOf].map((keyOf) => keyOf(attempt));

/** `attempts`: at least those under the keys of the attempts that it is asked about. */
export function createSignInLimit(
  now: () => number,
  attempts: Attempts = attemptsInMemory(),
  known = createKnownNetworks(now),
): SignInLimit {
  const pairs = createAttemptTally(pairRule, now, attempts);
  const addresses = createAttemptTally(addressRule, now, attempts);
  const accounts = createAttemptTally(strangersRule, now, attempts);
  const newcomers = createAttemptTally(newcomerRule, now, attempts);

  const isKnown = (attempt: Attempt) => attempt.browser !== undefined || known.has(attempt);
  const strangersWaitMs = (attempt: Attempt) => {
    const togetherMs = newcomers.waitMs(newcomerOf(attempt)) === 0 ? 0 : accounts.waitMs(accountOf(attempt));
    return Math.max(addresses.waitMs(addressOf(attempt)), togetherMs);
  };
  const takeBack = (attempt: Attempt) => {
    pairs.takeBack(pairOf(attempt));
    if (isKnown(attempt)) return;
    addresses.takeBack(addressOf(attempt));
    accounts.takeBack(accountOf(attempt));
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
      addresses.add(addressOf(attempt));
      accounts.add(accountOf(attempt));
      newcomers.add(newcomerOf(attempt));
      return 0;
    },
    succeeded(attempt) {
      // This attempt only: an attacker must not clear an address's count by signing in to their own account.
      takeBack(attempt);
      pairs.forget(pairOf(attempt));
      known.add(attempt);
    },
  };
}

/** The addresses from which each account was signed in to recently. Only a right password adds one. */
export function createKnownNetworks(now: () => number) {
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

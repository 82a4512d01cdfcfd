/** Lines per minute of one message caused by one unknown address. */
const LINES_OF_ONE_ADDRESS = 20;
/** Lines per minute of one message caused by all unknown addresses. */
const LINES_OF_ADDRESSES = 100;
/** Lines per minute of one message without an address, caused by the server or known users. */
const LINES_OF_SERVER = 1_200;
/** Addresses that are counted, and (`NAMED`) those that are named in the summary. */
const MAX_ADDRESSES = 1_000;
const NAMED = 10;
const MINUTE_MS = 60_000;

/** Lines of one message that were left out in a minute, with the addresses that caused most of them. */
type LeftOut = { of: string; count: number; addresses?: Record<string, number> };

type Tally = { ofServer: number; ofAddresses: number; byAddress: Map<string, number>; leftOut: number };

/** Limits the lines per message and minute. Messages are few and fixed; variable values stand in fields. */
export function createLogBudget(now: () => number) {
  let minute = 0;
  let tallies = new Map<string, Tally>();
  const tallyOf = (message: string): Tally => {
    const tally = tallies.get(message) ?? { ofServer: 0, ofAddresses: 0, byAddress: new Map(), leftOut: 0 };
    tallies.set(message, tally);
    return tally;
  };
  return {
    /** The lines left out in the last minute; called in a new minute it returns them once. */
    finished(): LeftOut[] {
      const current = Math.floor(now() / MINUTE_MS);
      if (current === minute) return [];
      const over = [...tallies].filter(([, { leftOut }]) => leftOut > 0);
      minute = current;
      tallies = new Map();
      return over.map(([of, tally]) => ({ of, count: tally.leftOut, ...mostOf(tally) }));
    },
    /** Whether one more line of this message may be written. Without an address it counts as the server's own. */
    take(message: string, address?: string): boolean {
      const tally = tallyOf(message);
      const isWritten = address === undefined ? takeOfServer(tally) : takeOfAddress(tally, address);
      if (!isWritten) tally.leftOut += 1;
      return isWritten;
    },
  };
}

function takeOfServer(tally: Tally): boolean {
  tally.ofServer += 1;
  return tally.ofServer <= LINES_OF_SERVER;
}

function takeOfAddress(tally: Tally, address: string): boolean {
  const { byAddress } = tally;
  const count = (byAddress.get(address) ?? 0) + 1;
  if (count > 1 || byAddress.size < MAX_ADDRESSES) byAddress.set(address, count);
  if (count > LINES_OF_ONE_ADDRESS || tally.ofAddresses >= LINES_OF_ADDRESSES) return false;
  tally.ofAddresses += 1;
  return true;
}

/** Addresses over their limit, most lines first. */
function mostOf({ byAddress }: Tally): Pick<LeftOut, 'addresses'> {
  const loud = [...byAddress].filter(([, count]) => count > LINES_OF_ONE_ADDRESS).sort(([, a], [, b]) => b - a);
  return loud.length === 0 ? {} : { addresses: Object.fromEntries(loud.slice(0, NAMED)) };
}

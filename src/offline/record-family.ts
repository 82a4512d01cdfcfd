import { leadRecord } from '#contract/farm/lead-farm.ts';
import { record } from '#contract/monitor/monitor.ts';
import { parseMoment } from '#contract/time/parse-instant.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';

/**
 * Records of the same series over ranges of equal length. "The last 24 hours" is a new range every few minutes;
 * offline, the newest cached one is returned instead, and its own begin and end say what it shows.
 */
type RecordFamily = {
  name: string;
  /** End of the range, epoch ms. */
  end: number;
  /** Ranges that end at the current time replace each other; whole days and zoomed ranges are all kept. */
  isRolling: boolean;
};

/** Rolling ranges end on a multiple of this; dragged ranges end anywhere. */
const ROLLING_STEP_MS = 5 * MINUTE_MS;

/** A range that ends within this time before now counts as current. */
const PRESENT_MS = HOUR_MS;

/** Key prefixes of all records. */
const prefixes = [record, leadRecord].map(({ path }) => `${path}?`);

/** The key prefix of the key's kind of record; undefined for every other key. */
export function recordKeys(key: string): string | undefined {
  return prefixes.find((prefix) => key.startsWith(prefix));
}

/** The family of a record's key; null for other keys and invalid ranges. */
function recordFamily(key: string): RecordFamily | null {
  const prefix = recordKeys(key);
  if (prefix === undefined) return null;
  const params = new URLSearchParams(key.slice(prefix.length));
  const [from, to] = [params.get('begin') ?? '', params.get('end') ?? ''];
  const [begin, end] = [parseMoment(from, 'begin'), parseMoment(to, 'end')];
  if (!(begin < end)) return null;
  params.delete('begin');
  params.delete('end');
  params.sort();
  return {
    name: `${prefix}${params} ${end - begin}`,
    end,
    isRolling: from.includes('T') && end % ROLLING_STEP_MS === 0,
  };
}

/**
 * Whether the newest record of the family may be returned instead: only for current ranges, not for a day in the past.
 */
export function mayStandIn(key: string, now: number): boolean {
  return (recordFamily(key)?.end ?? 0) > now - PRESENT_MS;
}

/** The newest record in `keys` of the same family; null when there is none. */
export function newestOfFamily(key: string, keys: readonly string[]): string | null {
  return familyMembers(key, keys).at(-1) ?? null;
}

/** The keys that a new record makes obsolete: older rolling ranges of its family. */
export function replacedBy(key: string, keys: readonly string[]): string[] {
  const family = recordFamily(key);
  if (!family?.isRolling) return [];
  return familyMembers(key, keys).filter((other) => {
    const found = recordFamily(other);
    return other !== key && found?.isRolling === true && found.end < family.end;
  });
}

/** Members of the key's family, oldest first. */
function familyMembers(key: string, keys: readonly string[]): string[] {
  const family = recordFamily(key);
  if (!family) return [];
  return keys
    .flatMap((other) => {
      const found = recordFamily(other);
      return found?.name === family.name ? [{ other, end: found.end }] : [];
    })
    .sort((a, b) => a.end - b.end)
    .map(({ other }) => other);
}

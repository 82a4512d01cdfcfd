import { leadRecord } from '#contract/farm/lead-farm.ts';
import { record } from '#contract/monitor/monitor.ts';
import { HOUR_MS, MINUTE_MS, parseMoment } from '#contract/time/time.ts';

/**
 * Records of the same series over equally long ranges. "The last 24 hours" is another range every few minutes; without
 * a network the newest one that was seen stands in for it, and its own begin and end say what it shows.
 */
type RecordFamily = {
  name: string;
  /** End of the range, epoch ms. */
  end: number;
  /** Ranges that move on with the clock replace each other; whole days and places somebody zoomed to are kept each. */
  isRolling: boolean;
};

/** Ranges that follow the clock move in steps of this or a multiple; what was dragged ends anywhere. */
const ROLLING_STEP_MS = 5 * MINUTE_MS;

/** A range that ends no longer ago than this is one about the present. */
const PRESENT_MS = HOUR_MS;

/** All records of one kind lie under one of these beginnings. */
const beginnings = [record, leadRecord].map(({ path }) => `${path}?`);

/** The beginning under which the key’s kind of record lies; undefined for every other key. */
export function recordKeys(key: string): string | undefined {
  return beginnings.find((beginning) => key.startsWith(beginning));
}

/** The family of a record's key; null for every other key and for ranges that make no sense. */
function recordFamily(key: string): RecordFamily | null {
  const beginning = recordKeys(key);
  if (beginning === undefined) return null;
  const params = new URLSearchParams(key.slice(beginning.length));
  const [from, to] = [params.get('begin') ?? '', params.get('end') ?? ''];
  const [begin, end] = [parseMoment(from, 'begin'), parseMoment(to, 'end')];
  if (!(begin < end)) return null;
  params.delete('begin');
  params.delete('end');
  params.sort();
  return {
    name: `${beginning}${params} ${end - begin}`,
    end,
    isRolling: from.includes('T') && end % ROLLING_STEP_MS === 0,
  };
}

/** Whether a newest record of the family may stand in: only where the present is asked for, not some day of the past. */
export function mayStandIn(key: string, now: number): boolean {
  return (recordFamily(key)?.end ?? 0) > now - PRESENT_MS;
}

/** Of `keys` the newest record of the same family; null when there is none. */
export function newestOfFamily(key: string, keys: readonly string[]): string | null {
  return familyMembers(key, keys).at(-1) ?? null;
}

/** What a newly kept record makes superfluous: older rolling ranges of its family. */
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

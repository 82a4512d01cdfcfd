import { allGroups, groupOf } from '../migrations/index.ts';
import type { TableGroup } from '../table.ts';

const WRITES = /\b(?:insert into|update(?! set\b)|delete from) "?(\w+)"?/gi;

/** The groups by statement text; the limit keeps a mistake from becoming a leak. */
const known = new Map<string, readonly TableGroup[]>();
const MAX_KNOWN = 1_000;

/** The groups that a statement writes to: none for a read, all when its tables cannot be determined. */
export function groupsWrittenBy(text: string): readonly TableGroup[] {
  const groups = known.get(text) ?? groupsIn(text);
  if (known.size < MAX_KNOWN) known.set(text, groups);
  return groups;
}

/** Marks a statement of the ingest path, which changes the group of readings only, whatever its table. */
export function ofReadings(text: string): string {
  known.set(text, ['readings']);
  return text;
}

function groupsIn(text: string): readonly TableGroup[] {
  if (isRead(text)) return [];
  const tables = [...text.matchAll(WRITES)].map(([, table = '']) => groupOf.get(table));
  const groups = tables.flatMap((group) => group ?? []);
  return groups.length > 0 && groups.length === tables.length ? [...new Set(groups)] : allGroups;
}

/** Whether a statement only reads. One that begins with `with` may write. */
export const isRead = (text: string): boolean => /^\s*(select|show|explain)\b/i.test(text);

export type Versions = {
  count(written: readonly TableGroup[]): void;
  of(groups: readonly TableGroup[]): number;
};

/** Counts the writes of this process. No other process may write, so these are all writes. */
export function createVersions(): Versions {
  const counts: Partial<Record<TableGroup, number>> = {};
  return {
    count(written) {
      for (const group of written) counts[group] = (counts[group] ?? 0) + 1;
    },
    of: (groups) => groups.reduce((sum, group) => sum + (counts[group] ?? 0), 0),
  };
}

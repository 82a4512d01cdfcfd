import { allGroups, groupOf } from '../migrations/index.ts';
import type { TableGroup } from '../table.ts';

const WRITES = /\b(?:insert into|update(?! set\b)|delete from) "?(\w+)"?/gi;

/** Texts that were looked through before; a bound keeps a mistake from becoming a leak. */
const known = new Map<string, readonly TableGroup[]>();
const MAX_KNOWN = 1_000;

/** The groups a statement writes to; none for one that only reads, all for one whose tables cannot be told. */
export function groupsWrittenBy(text: string): readonly TableGroup[] {
  const groups = known.get(text) ?? groupsIn(text);
  if (known.size < MAX_KNOWN) known.set(text, groups);
  return groups;
}

/** A statement of the ingest path, which changes readings whatever its tables: when a device was heard of is one. */
export function ofReadings(text: string): string {
  known.set(text, ['readings']);
  return text;
}

function groupsIn(text: string): readonly TableGroup[] {
  if (isRead(text)) return [];
  const tables = [...text.matchAll(WRITES)].map(([, table = '']) => groupOf.get(table));
  const told = tables.flatMap((group) => group ?? []);
  return told.length > 0 && told.length === tables.length ? [...new Set(told)] : allGroups;
}

/** Whether a statement changes nothing. One that begins with `with` may. */
export const isRead = (text: string): boolean => /^\s*(select|show|explain)\b/i.test(text);

export type Versions = {
  count(written: readonly TableGroup[]): void;
  of(groups: readonly TableGroup[]): number;
};

/** Counts what this process writes, which is all that is written: it is the only one that may. */
export function createVersions(): Versions {
  const counts: Partial<Record<TableGroup, number>> = {};
  return {
    count(written) {
      for (const group of written) counts[group] = (counts[group] ?? 0) + 1;
    },
    of: (groups) => groups.reduce((sum, group) => sum + (counts[group] ?? 0), 0),
  };
}

import { allGroups, groupOf } from '../migrations/index.ts';
import type { TableGroup } from '../table.ts';
import { stampOf } from './turns.ts';

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

/** How often any process has written a group (`stampOf`), or a horizon. */
export type Stamp = { name: string; version: number };

export type Versions = {
  count(written: readonly TableGroup[]): void;
  of(groups: readonly TableGroup[]): number;
  /** The writes of other processes alone. */
  ofPeers(groups: readonly TableGroup[]): number;
  /** Counts the groups whose stamps have changed since the last call. */
  follow(stamps: readonly Stamp[]): void;
  /** Notes stamps that this process has raised itself; it has counted those writes, but none that came in between. */
  own(stamps: readonly Stamp[]): void;
};

/** Counts the writes of this process, and those of other processes as it reads their stamps. */
export function createVersions(): Versions {
  const [all, ofPeers] = [createCounts(), createCounts()];
  const seen = new Map<string, number>();
  /** Counts writes of others, where these stamps tell of some. */
  const countPeers = (changed: readonly Stamp[]) => {
    if (changed.length === 0) return;
    const groups = allGroups.filter((group) => changed.some(({ name }) => name === stampOf(group)));
    all.count(groups);
    ofPeers.count(groups);
  };
  const note = (stamps: readonly Stamp[], isKnown: (version: number, before: number) => boolean) => {
    const changed = stamps.filter(({ name, version }) => !isKnown(version, seen.get(name) ?? 0));
    for (const { name, version } of stamps) seen.set(name, version);
    countPeers(changed);
  };
  return {
    count: all.count,
    of: all.of,
    ofPeers: ofPeers.of,
    follow: (stamps) => note(stamps, (version, before) => version === before),
    own: (stamps) => note(stamps, (version, before) => version === before + 1),
  };
}

function createCounts() {
  const counts: Partial<Record<TableGroup, number>> = {};
  return {
    count(written: readonly TableGroup[]): void {
      for (const group of written) counts[group] = (counts[group] ?? 0) + 1;
    },
    of: (groups: readonly TableGroup[]): number => groups.reduce((sum, group) => sum + (counts[group] ?? 0), 0),
  };
}

import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Dated } from '#src/lib/data-age.ts';
import type { WrittenState } from '#src/offline/outbox/entry.ts';
import { useWritten } from './use-written.ts';

/** A row of a list, with the state of its deletion that the list does not have yet. */
export type WithDeletion<Row> = Row & { leaving?: WrittenState | undefined };

/** By the `id` in the path: the state of a deletion on this device that `seen` does not have yet. */
export function useDeletions(
  endpoint: Endpoint,
  seen: Dated | undefined,
): (id: string | undefined) => WrittenState | undefined {
  const deletions = useWritten(endpoint, seen);
  return (id) => deletions.findLast(({ params }) => params.id === id)?.state;
}

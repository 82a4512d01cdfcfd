import { createObservation } from '#contract/growing/observation.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import type { DoneTree } from './row-state.ts';
import { type ShownTree, shownTree } from './shown-tree.ts';

/**
 * The trees of a row as they are shown: what was stored on the device is sent, or refused, long after the page has heard
 * of it last, so that its state is read from the outbox.
 */
export function useShownTrees(done: readonly DoneTree[]): readonly ShownTree[] {
  // Nothing of this row was sent before its first tree was measured; a day more, should the device's clock have been
  // ahead then.
  const [first] = done;
  const seen = first && { fetchedAt: parseInstant(first.fields.observedAt) - DAY_MS };
  const written = useWritten(createObservation, seen);
  return done.map((tree) => shownTree(tree, written));
}

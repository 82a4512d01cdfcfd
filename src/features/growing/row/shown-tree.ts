import type { WrittenState } from '#src/offline/outbox/entry.ts';
import type { DoneTree } from './row-state.ts';

/** What stands beside a tree: what the page knows, and for one that is stored on the device the state of its write. */
export type ShownState = Exclude<DoneTree['state'], 'kept'> | WrittenState;

/** A measured tree as it is shown. */
export type ShownTree = Omit<DoneTree, 'state'> & { state: ShownState };

/** A write of an observation, as far as it is needed here. */
type Write = { state: WrittenState; body: { id?: string | undefined } | undefined };

/** The tree with the state of the last write that made it; `written`: oldest first. */
export function shownTree(tree: DoneTree, written: readonly Write[]): ShownTree {
  const { state } = tree;
  if (state !== 'kept') return { ...tree, state };
  const write = written.findLast(({ body }) => body?.id === tree.id);
  return { ...tree, state: write?.state ?? 'waiting' };
}

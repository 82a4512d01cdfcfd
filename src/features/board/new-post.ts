import type { Post } from '#contract/board/board.ts';
import type { CreateForm } from '#src/offline/outbox/entry.ts';

/** The name under which the form of a new post keeps its draft. */
export const NEW_POST_DRAFT = 'post new';

/** The form of a new post of this kind for these readers. */
export function newPostForm({ kind, farmIndex }: Pick<Post, 'kind' | 'farmIndex'>): CreateForm {
  return { form: NEW_POST_DRAFT, path: '/cms/board/board-create', values: { kind, farmIndex } };
}

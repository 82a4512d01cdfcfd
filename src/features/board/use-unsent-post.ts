import { createPost, type Post } from '#contract/board/board.ts';
import { useWrittenOnceKnown, type Written } from '#src/api/outbox/use-written.ts';
import { useSession } from '#src/api/session/session.ts';
import type { Dated } from '#src/lib/data-age.ts';

type UnsentPost = { post: Post; state: Written<typeof createPost>['state'] };

/**
 * A post that was written on this device and is not in `seen` yet; null if there is none, undefined until the device has
 * answered. It is edited where writes wait, so that its page only shows it.
 */
export function useUnsentPost(
  { id, farmName }: { id: string; farmName: string | null },
  seen: Dated | undefined,
): UnsentPost | null | undefined {
  const known = useWrittenOnceKnown(createPost, seen);
  const authorName = useSession().data?.user?.name ?? null;
  const queued = known?.find(({ body }) => body?.id === id);
  if (!queued?.body) return known && null;
  const createdAt = new Date(queued.createdAt).toISOString();
  return {
    state: queued.state,
    post: {
      ...queued.body,
      id,
      farmIndex: Number(queued.params.farmIndex),
      farmName,
      authorName,
      canEdit: false,
      createdAt,
      activeAt: createdAt,
      isUnread: false,
      photos: [],
      comments: [],
    },
  };
}

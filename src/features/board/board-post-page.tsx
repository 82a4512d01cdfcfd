import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import { useEffect, useRef } from 'react';
import { deletePost, getPost, type Post, seePost, updatePost } from '#contract/board/board.ts';
import { postKindWords } from '#contract/board/board-text.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { startOfSeoulDate } from '#contract/time/time.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { useDeletions } from '#src/api/outbox/use-deletions.ts';
import { useQueuedEdits } from '#src/api/outbox/use-queued-edits.ts';
import { usePicturesOf } from '#src/api/photo/use-pictures-of.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { formatDate, formatDateTime } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { DeletedHere } from '#src/ui/list/deleted-here.tsx';
import { QueuedEdits } from '#src/ui/list/queued-edits.tsx';
import { QueuedTag } from '#src/ui/list/queued-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PhotoStrip } from '#src/ui/photo/photo-strip.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { BoardLink } from './board-link.tsx';
import { audienceWord } from './board-words.tsx';
import { Comments } from './comments.tsx';
import { PostForm, postDraft } from './post-form.tsx';
import { PostText } from './post-text.tsx';
import { useEditing } from './use-editing.ts';
import { isStillUnread, useOpenedHere } from './use-opened-here.ts';
import { useUnsentPost } from './use-unsent-post.ts';

type BoardPostPageProps = {
  farmIndex: number;
  id: string;
  /** The farm whose members may read it; null for everybody. */
  farmName: string | null;
  /** Whether the menu and the farm's right let the user write there. */
  mayWrite: boolean;
};

/** One post with its comments; its author can edit it. Needs a key per post. */
export function BoardPostPage({ farmIndex, id, farmName, mayWrite }: BoardPostPageProps) {
  const now = useAgesTo();
  const read = useQuery(readQuery(getPost, { params: { farmIndex, id } }));
  const unsent = useUnsentPost({ id, farmName }, read.data);
  if (read.isError && !read.data && unsent === null) throw read.error;
  const post = read.data?.value ?? unsent?.post;
  useSeen(post, read.data);
  const leaving = useDeletions(deletePost, read.data)(id);
  const mayEdit = mayWrite && post?.canEdit === true && !leaving;
  const edits = useQueuedEdits(updatePost, id, read.data);
  const [isEditing, setEditing] = useEditing(postDraft(id), { mayEdit, states: edits.map(({ state }) => state) });
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={post?.title ?? '글'}
        renderBack={(children, className) => <BoardLink className={className}>{children}</BoardLink>}
        backLabel="게시판"
        lead={
          post && (
            <>
              <PostLead post={post} /> <QueuedTag state={unsent?.state} />
            </>
          )
        }
        actions={
          mayEdit &&
          !isEditing && (
            <Button onClick={() => setEditing(true)} icon={<Pencil aria-hidden className="size-5" />}>
              고치기
            </Button>
          )
        }
      />
      <DataAgeNote seen={read.data} now={now} />
      <QueuedEdits edits={edits} />
      <DeletedHere noun="글" state={leaving} />
      <TwoColumns
        beside={post && <Comments post={post} seen={read.data} mayWrite={mayWrite} isLeaving={leaving !== undefined} />}
      >
        {!post && <Skeleton className="h-[30rem]" />}
        {post && isEditing && <PostForm post={post} seen={read.data} onDone={() => setEditing(false)} />}
        {post && !isEditing && <PostBody post={post} seen={read.data} />}
      </TwoColumns>
    </div>
  );
}

function PostLead({ post }: { post: Post }) {
  const { kind, authorName, createdAt, untilOn } = post;
  return (
    <>
      {kind === 'notice' && `${postKindWords.notice} · `}
      {authorName ?? '나간 사람'} · <time dateTime={createdAt}>{formatDateTime(parseInstant(createdAt))}</time> ·{' '}
      {audienceWord(post)}
      {untilOn !== null && ` · ${formatDate(startOfSeoulDate(untilOn))}까지`}
    </>
  );
}

function PostBody({ post, seen }: { post: Post; seen: Dated | undefined }) {
  const { id, farmIndex, photos } = post;
  return (
    <Card aria-label="글" className="flex flex-col gap-4">
      <PostText text={post.text} />
      <PhotoStrip label="글의 사진" pictures={usePicturesOf({ farmIndex, kind: 'post', id }, { photos, seen })} />
    </Card>
  );
}

/**
 * Marks each state of a post as seen, once; offline the write is queued, and nobody is told of it. What waits already is
 * not queued again by another visit.
 */
function useSeen(post: Post | undefined, seen: Dated | undefined): void {
  const { attempt } = useSave(seePost);
  const noted = useRef('');
  const isOffline = useIsOffline();
  const opened = useOpenedHere(seen);
  // With a connection none waits, and who leaves before the device has answered has seen it, too.
  const isKnown = opened !== undefined || !isOffline;
  const state = post && isKnown && isStillUnread(post, opened) ? `${post.id} ${post.activeAt}` : '';
  useEffect(() => {
    if (!post || state === '' || noted.current === state) return;
    noted.current = state;
    const { farmIndex, id, title, activeAt } = post;
    // Comments that arrived after this response were not seen.
    void attempt({ params: { farmIndex, id }, body: { seenAt: activeAt } }, undefined, title);
  }, [post, state, attempt]);
}

import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { createComment, deleteComment, type Post, type PostComment, updateComment } from '#contract/board/board.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { useDeletions } from '#src/api/outbox/use-deletions.ts';
import { useRowsAsWritten, type WithQueued } from '#src/api/outbox/use-queued-edits.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { usePicturesOf } from '#src/api/photo/use-pictures-of.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import { RowTag } from '#src/ui/list/queued-rows.tsx';
import { PhotoStrip } from '#src/ui/photo/photo-strip.tsx';
import { CommentEditForm, CommentForm, commentDraft } from './comment-form.tsx';
import { PostText } from './post-text.tsx';
import { QueuedComments } from './queued-notes.tsx';
import { useEditing } from './use-editing.ts';

type CommentsProps = {
  post: Post;
  seen: Dated | undefined;
  mayWrite: boolean;
  /** Whether the post was deleted on this device, so that nothing more is written about it. */
  isLeaving: boolean;
};

/** The comments on a post, and the form for a new one. */
export function Comments({ post, seen, mayWrite, isLeaving }: CommentsProps) {
  const { id } = post;
  const comments = useRowsAsWritten(post.comments, updateComment, { idOf: (comment) => comment.id, seen });
  const queued = useWritten(createComment, seen);
  // A new form with a new id after each comment.
  const [formKey, setFormKey] = useState(0);
  return (
    <section aria-labelledby="comments-title" className="flex flex-col gap-4">
      <h2 id="comments-title" className="text-lg font-bold">
        댓글 {comments.length}
      </h2>
      {comments.length > 0 && (
        <ul aria-label="댓글" className="flex flex-col gap-3">
          {comments.map((comment) => (
            <li key={comment.id}>
              <CommentCard post={post} seen={seen} comment={comment} mayWrite={mayWrite && !isLeaving} />
            </li>
          ))}
        </ul>
      )}
      <QueuedComments queued={queued} seen={seen} postId={id} />
      {!mayWrite && <p className="text-ink-soft">보기만 할 수 있는 권한이라 댓글을 쓸 수 없습니다.</p>}
      {mayWrite && !isLeaving && (
        <CommentForm key={formKey} post={post} onDone={() => setFormKey((count) => count + 1)} />
      )}
    </section>
  );
}

type CommentCardProps = { post: Post; seen: Dated | undefined; comment: WithQueued<PostComment>; mayWrite: boolean };

function CommentCard({ post, seen, comment, mayWrite }: CommentCardProps) {
  const { farmIndex } = post;
  const { text, authorName, createdAt, canEdit, photos, queued } = comment;
  const leaving = useDeletions(deleteComment, seen)(comment.id);
  const mayEdit = mayWrite && canEdit && !leaving;
  const [isEditing, setEditing] = useEditing(commentDraft(comment.id), { mayEdit, states: [queued] });
  const { askDelete, dialog } = useCommentDelete(farmIndex, comment);
  const pictures = usePicturesOf({ farmIndex, kind: 'comment', id: comment.id }, { photos, seen });
  return (
    <Card padding="md" className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-ink-soft">
          <strong className="text-ink">{authorName ?? '나간 사람'}</strong> ·{' '}
          <time dateTime={createdAt}>{formatDateTime(parseInstant(createdAt))}</time>{' '}
          <RowTag row={{ queued, leaving }} />
        </p>
        {mayEdit && !isEditing && (
          <>
            <IconButton label="댓글 고치기" onClick={() => setEditing(true)}>
              <Pencil aria-hidden className="size-5" />
            </IconButton>
            <IconButton label="댓글 삭제" onClick={askDelete}>
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          </>
        )}
      </div>
      {isEditing ? (
        <FocusOnMount isInPlace>
          <CommentEditForm post={post} comment={comment} seen={seen} onDone={() => setEditing(false)} />
        </FocusOnMount>
      ) : (
        <PostText text={text} />
      )}
      <PhotoStrip label="댓글의 사진" pictures={pictures} />
      {dialog}
    </Card>
  );
}

function useCommentDelete(farmIndex: number, { id, text }: PostComment) {
  const { attempt } = useSave(deleteComment);
  const { ask, dialog } = useConfirm();
  return {
    dialog,
    askDelete: () =>
      ask({
        title: '댓글을 삭제할까요?',
        text: <p>사진도 함께 지워지고 되살릴 수 없습니다.</p>,
        confirmLabel: '삭제',
        onConfirm: async () => confirmed(await attempt({ params: { farmIndex, id } }, undefined, text)),
      }),
  };
}

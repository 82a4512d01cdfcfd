import { useState } from 'react';
import {
  type CommentFields,
  commentFields,
  createComment,
  type Post,
  type PostComment,
  updateComment,
} from '#contract/board/board.ts';
import { useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { usePhotos } from '#src/api/photo/use-photos.ts';
import { jointDraft, useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { showToast } from '#src/lib/toasts.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { TextareaField } from '#src/ui/field/textarea-field.tsx';
import { PhotoField } from '#src/ui/photo/photo-field.tsx';

/** The id is part of the draft, so that a comment is never created twice. */
type NewComment = CommentFields & { id: string };

type CommentFormProps = { post: Pick<Post, 'farmIndex' | 'id' | 'title'>; onDone: () => void };

export function CommentForm({ post: { farmIndex, id: postId, title }, onDone }: CommentFormProps) {
  const { attempt } = useSave(createComment);
  const [initial] = useState<NewComment>(() => ({ text: '', id: crypto.randomUUID() }));
  async function finish(message?: string) {
    const refused = await photos.send();
    if (message !== undefined) showToast(message);
    if (refused > 0) showToast(`사진 ${refused}장을 올리지 못했습니다.`, 'failed');
    onDone();
  }
  const name = `comment on ${postId}`;
  const { form, draft: typed } = useEntryForm<NewComment, { message: string }>({
    name,
    initial,
    schema: commentFields,
    send: (body) => attempt({ params: { farmIndex, id: postId }, body }, undefined, title),
    onSaved: ({ message }) => void finish(message),
    onKept: () => void finish(),
    beside: () => photos.beside,
  });
  const photos = usePhotos({ form: name, farmIndex, owner: { kind: 'comment', id: form.values.id, name: title } });
  const draft = jointDraft(typed, photos.draft);
  return (
    <Form
      form={form}
      draft={draft}
      label="댓글 쓰기"
      isWide
      actions={<FormActions submitLabel="댓글 올리기" isBusy={form.isBusy} isInPlace />}
    >
      <TextareaField label="댓글" isRequired maxLength={2_000} {...form.text('text')} />
      <PhotoField label="사진" {...photos.field} />
    </Form>
  );
}

/** The name under which the form of an edit keeps its draft. */
export const commentDraft = (id: string) => `comment ${id}`;

type CommentEditFormProps = CommentFormProps & { comment: PostComment; seen: Dated | undefined };

export function CommentEditForm({ post: { farmIndex, title }, comment, seen, onDone }: CommentEditFormProps) {
  const { id, text: before } = comment;
  const { attempt } = useSave(updateComment);
  const { form, conflict, draft } = useEntryForm<CommentFields, { message: string }>({
    name: commentDraft(id),
    initial: useUnsentOver(updateComment, id, { text: before }, seen),
    schema: commentFields,
    send: ({ text }, base) => attempt({ params: { farmIndex, id }, body: { text, base } }, undefined, title),
    onSaved: ({ message }) => {
      showToast(message);
      onDone();
    },
    onKept: onDone,
  });
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={{ text: '댓글' }} wordsOf={(_, { text }) => text} />;
  }
  return (
    <Form
      form={form}
      draft={draft}
      label="댓글 고치기"
      isWide
      actions={<FormActions isBusy={form.isBusy} onCancel={onDone} isInPlace />}
    >
      <TextareaField label="댓글" isRequired maxLength={2_000} {...form.text('text')} />
    </Form>
  );
}

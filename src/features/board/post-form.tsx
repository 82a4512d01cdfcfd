import { deletePost, type Post, type PostFields, postFields, updatePost } from '#contract/board/board.ts';
import { useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { usePhotos } from '#src/api/photo/use-photos.ts';
import { jointDraft, useEntryForm } from '#src/api/write/use-entry-form.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { DeleteSection } from '#src/ui/field/delete-section.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { postLabels } from './board-words.tsx';
import { newPostForm } from './new-post.ts';
import { PostFieldSet } from './post-fields.tsx';

/** The name under which the form of an edit keeps its draft. */
export const postDraft = (id: string) => `post ${id}`;

/** The form to edit the user's own post. */
type PostFormProps = { post: Post; seen: Dated | undefined; onDone: () => void };

export function PostForm({ post, seen, onDone }: PostFormProps) {
  const { farmIndex, id, kind, title, text, untilOn, isPinned } = post;
  const { attempt } = useSave(updatePost);
  const name = postDraft(id);

  async function finish(message?: string) {
    const refused = await photos.send();
    if (refused > 0) {
      showToast(`사진 ${refused}장을 저장하지 못했습니다.`, 'failed');
      return;
    }
    if (message !== undefined) showToast(message);
    onDone();
  }
  const {
    form,
    conflict,
    draft: typed,
  } = useEntryForm<PostFields, { message: string }>({
    name,
    initial: useUnsentOver(updatePost, id, { title, text, untilOn, isPinned }, seen),
    schema: postFields,
    send: (values, base) => attempt({ params: { farmIndex, id }, body: { ...values, base } }),
    onSaved: ({ message }) => void finish(message),
    onKept: () => void finish(),
    anew: newPostForm(post),
    beside: () => photos.beside,
  });
  const photos = usePhotos({
    form: name,
    farmIndex,
    owner: { kind: 'post', id, name: title },
    stored: post.photos,
    seen,
  });
  const draft = jointDraft(typed, photos.draft);
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={postLabels} wordsOf={wordsOf} />;
  }
  return (
    <>
      <Form
        form={form}
        draft={draft}
        label="글 고치기"
        isWide
        actions={<FormActions isBusy={form.isBusy} onCancel={onDone} />}
      >
        <PostFieldSet form={form} kind={kind} photos={photos.field} />
      </Form>
      <PostDelete post={post} />
    </>
  );
}

function wordsOf(name: keyof PostFields, fields: PostFields): string {
  const value = fields[name];
  return typeof value === 'boolean' ? (value ? '켬' : '끔') : (value ?? '-');
}

function PostDelete({ post: { farmIndex, id, title } }: { post: Post }) {
  const { attempt } = useSave(deletePost);
  const { ask, dialog } = useConfirm();
  const navigate = useNavigateFromHere();
  const askDelete = () =>
    ask({
      title: '글을 삭제할까요?',
      text: <p>댓글과 사진도 함께 지워지고 되살릴 수 없습니다.</p>,
      name: title,
      nameLabel: '글 제목',
      confirmLabel: '삭제',
      onConfirm: async (confirmName) =>
        confirmed(
          await attempt({ params: { farmIndex, id }, body: { confirmName } }, undefined, title),
          () => void navigate({ to: '/cms/board/board-manage' }),
        ),
    });
  return (
    <>
      <DeleteSection title="글 삭제" onDelete={askDelete} />
      {dialog}
    </>
  );
}

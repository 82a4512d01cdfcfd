import { useState } from 'react';
import { createPost, type PostFields, type PostKind, postFields } from '#contract/board/board.ts';
import { postKindWords } from '#contract/board/board-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { EVERYBODY } from '#contract/wire/endpoint.ts';
import { usePhotos } from '#src/api/photo/use-photos.ts';
import { jointDraft, useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { ChoiceField } from '#src/ui/field/choice-field.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { BoardLink } from './board-link.tsx';
import { NEW_POST_DRAFT } from './new-post.ts';
import { PostFieldSet } from './post-fields.tsx';

type BoardCreatePageProps = {
  /** Farms on which the user may write. */
  farms: readonly Farm[];
  isAdministrator: boolean;
};

/** The id is part of the draft, so that a post is never created twice. */
type NewPost = PostFields & { id: string; kind: PostKind; farmIndex: number };

const newPost = (): NewPost => ({
  id: crypto.randomUUID(),
  kind: 'post',
  farmIndex: EVERYBODY,
  title: '',
  text: '',
  untilOn: null,
  isPinned: false,
});

/** A new post for everybody or for the members of a farm; administrators may also write notices. */
export function BoardCreatePage({ farms, isAdministrator }: BoardCreatePageProps) {
  const [initial] = useState(newPost);
  const { attempt } = useSave(createPost);
  const navigate = useNavigateFromHere();

  async function finish(message?: string) {
    const refused = await photos.send();
    if (message !== undefined) showToast(message);
    if (refused > 0) showToast(`사진 ${refused}장을 올리지 못했습니다. 글을 열어 다시 올려 주세요.`, 'failed');
    void navigate({ to: '/cms/board/board-manage' });
  }
  const { form, draft: typed } = useEntryForm<NewPost, { message: string }>({
    name: NEW_POST_DRAFT,
    initial,
    schema: postFields,
    send: ({ farmIndex, ...fields }) => {
      const own = fields.kind === 'notice' ? fields : { ...fields, untilOn: null, isPinned: false };
      return attempt({ params: { farmIndex }, body: own });
    },
    onSaved: ({ message }) => void finish(message),
    onKept: () => void finish(),
    beside: () => photos.beside,
  });
  const { id, kind, farmIndex, title } = form.values;
  const photos = usePhotos({ form: NEW_POST_DRAFT, farmIndex, owner: { kind: 'post', id, name: title } });
  const draft = jointDraft(typed, photos.draft);
  const audiences = [
    { value: EVERYBODY, label: '모두' },
    ...farms.map(({ index, farmName }) => ({ value: index, label: farmName })),
  ];
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="글쓰기"
        renderBack={(children, className) => <BoardLink className={className}>{children}</BoardLink>}
        backLabel="게시판"
      />
      <Form
        form={form}
        draft={draft}
        label="글쓰기"
        isWide
        actions={
          <FormActions
            submitLabel="올리기"
            isBusy={form.isBusy}
            cancel={<BoardLink className={buttonClass()}>취소</BoardLink>}
          />
        }
      >
        <PostFieldSet form={form} kind={kind} photos={photos.field}>
          <FormSection>
            {isAdministrator && (
              <SingleChips
                label="종류"
                isLabelShown
                chips={[
                  { value: 'post', label: postKindWords.post },
                  { value: 'notice', label: postKindWords.notice },
                ]}
                {...form.field('kind')}
              />
            )}
            <ChoiceField
              label="보는 사람"
              help="농장을 고르면 그 농장을 볼 수 있는 사람만 읽습니다."
              choices={audiences}
              {...form.field('farmIndex')}
            />
          </FormSection>
        </PostFieldSet>
      </Form>
    </div>
  );
}

import { userAuthorities } from '#contract/user/auth.ts';
import { createUser, type UserFields, type UserRow, updateUser, userFields } from '#contract/user/user-admin.ts';
import { authorityWords } from '#contract/user/user-text.ts';
import type { AnswerOf, BodyOf } from '#contract/wire/endpoint.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';

const authorityChips = userAuthorities.map((value) => ({ value, label: authorityWords[value] })).toReversed();

type UserCreateFormProps = {
  /** Called with the password that is shown once; null if the response was a repeated one. */
  onCreated: (userId: string, password: string | null) => void;
  onClose: () => void;
};

export function UserCreateForm({ onCreated, onClose }: UserCreateFormProps) {
  const { attempt } = useSave(createUser);
  const { form, draft } = useEntryForm<BodyOf<typeof createUser>, AnswerOf<typeof createUser>>({
    name: 'user new',
    initial: { userId: '', name: '', authority: 'ROLE_USER' },
    schema: createUser.body,
    send: (body) => attempt({ body }),
    onSaved: ({ message, data }) => {
      showToast(message);
      onCreated(data.userId, data.oneTimePassword);
    },
  });
  return (
    <Card aria-label="사용자 등록" className="flex flex-col gap-4">
      <h2 className="text-lg font-bold">사용자 등록</h2>
      <Form
        form={form}
        draft={draft}
        label="사용자 등록"
        actions={
          <FormActions
            isInPlace
            submitLabel="등록"
            isBusy={form.isBusy}
            cancel={<Button onClick={onClose}>취소</Button>}
          />
        }
      >
        <TextField
          label="아이디"
          isRequired
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          help={`${form.errorOf('userId') === undefined ? '빈칸 없이 3자 이상. ' : ''}휴대전화에서 치기 쉬운 영문과 숫자나 전화번호가 좋습니다. 나중에 바꿀 수 없습니다.`}
          {...form.text('userId')}
        />
        <TextField label="이름" isRequired maxLength={40} autoComplete="off" {...form.text('name')} />
        <SingleChips label="역할" isLabelShown chips={authorityChips} {...form.field('authority')} />
      </Form>
    </Card>
  );
}

const labels: Record<keyof UserFields, string> = { name: '이름', authority: '역할', isDisabled: '사용 중지' };

function wordsOf(name: keyof UserFields, fields: UserFields): string {
  if (name === 'authority') return authorityWords[fields.authority];
  return name === 'isDisabled' ? (fields.isDisabled ? '예' : '아니요') : fields.name;
}

/** The settings of a user by an administrator. */
export function UserEditForm({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { attempt } = useSave(updateUser);
  const { name, authority, isDisabled } = user;
  const { form, conflict, draft } = useEntryForm<UserFields, { message: string }>({
    name: `user ${user.index}`,
    initial: { name, authority, isDisabled },
    schema: userFields,
    send: (values, base) => attempt({ params: { id: user.index }, body: { ...values, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      onClose();
    },
  });
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={labels} wordsOf={wordsOf} />;
  }
  return (
    <Card aria-label={`${user.userId} 고치기`} className="flex flex-col gap-4">
      <h2 className="text-lg font-bold">{user.userId} 고치기</h2>
      <Form
        form={form}
        draft={draft}
        label={`${user.userId} 고치기`}
        actions={<FormActions isInPlace isBusy={form.isBusy} cancel={<Button onClick={onClose}>취소</Button>} />}
      >
        <TextField label="이름" isRequired maxLength={40} autoComplete="off" {...form.text('name')} />
        <SingleChips label="역할" isLabelShown chips={authorityChips} {...form.field('authority')} />
        <Switch
          label="사용 중지"
          help="로그인할 수 없게 되고, 지금 쓰고 있는 기기도 바로 끊깁니다. 농장과 기록은 그대로 남습니다."
          {...form.field('isDisabled')}
        />
      </Form>
    </Card>
  );
}

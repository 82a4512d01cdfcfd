import { withParticle } from '#contract/time/with-particle.ts';
import { passwordProblem, passwordStrength } from '#contract/user/password.ts';
import { changePassword, type Me } from '#contract/user/user.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useForm } from '#src/lib/form/use-form.ts';
import { showToast } from '#src/lib/toasts.ts';
import { FoldedSection } from '#src/ui/field/folded-section.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { PasswordField } from '#src/ui/field/password-field.tsx';

type Values = { current: string; next: string };

const empty: Values = { current: '', next: '' };

const strengthWords = {
  weak: '짧은 문장처럼 길게 지으면 외우기 쉽고 안전합니다.',
  fair: '괜찮습니다. 낱말을 하나 더 붙이면 더 안전합니다.',
  strong: '뚫기 어려운 비밀번호입니다.',
} as const;

type PasswordFormProps = {
  person: Pick<Me, 'userId' | 'name'>;
  /** The current password was set by somebody else. */
  isOneTime?: boolean;
  /** Called after the change. */
  onChanged?: () => Promise<void>;
};

/** Changes the password; the old one is required. */
export function PasswordForm({ person, isOneTime = false, onChanged }: PasswordFormProps) {
  const currentLabel = isOneTime ? '받은 임시 비밀번호' : '지금 비밀번호';
  const { attempt } = useSave(changePassword);
  const form = useForm<Values>({
    initial: empty,
    validate({ current, next }) {
      const problem = passwordProblem(next, { login: person.userId, name: person.name });
      return {
        ...(current === '' && { current: `${withParticle(currentLabel, '을')} 입력해 주세요.` }),
        ...(problem !== undefined && { next: problem }),
      };
    },
    async onSubmit(body) {
      const outcome = await attempt({ body });
      if ('trouble' in outcome) {
        const { problems, failure } = outcome.trouble;
        return failure ? { ...problems, '': failure.message } : problems;
      }
      const { endedSessions } = outcome.answer.data;
      showToast(
        endedSessions > 0
          ? `비밀번호를 바꾸고 다른 기기 ${endedSessions}곳의 로그인을 끊었습니다.`
          : '비밀번호를 바꾸었습니다.',
      );
      form.reset(empty);
      await onChanged?.();
      return undefined;
    },
  });
  const { next } = form.values;
  const fields = (
    <>
      <PasswordField label={currentLabel} isRequired autoComplete="current-password" {...form.text('current')} />
      <PasswordField
        label="새 비밀번호"
        isRequired
        autoComplete="new-password"
        help={next === '' ? '10자 이상. 숫자나 기호를 꼭 넣지 않아도 됩니다.' : strengthWords[passwordStrength(next)]}
        {...form.text('next')}
      />
    </>
  );
  const actions = <FormActions isInPlace submitLabel="비밀번호 바꾸기" isBusy={form.isBusy} />;
  if (isOneTime) {
    return (
      <Form form={form} label="비밀번호 바꾸기" actions={actions}>
        <FormSection title="비밀번호">{fields}</FormSection>
      </Form>
    );
  }
  // Folded, so that the page asks for one thing only.
  return (
    <FoldedSection title="비밀번호 바꾸기" lead="바꾸면 다른 기기의 로그인은 모두 끊깁니다.">
      <Form form={form} label="비밀번호 바꾸기" actions={actions}>
        {fields}
      </Form>
    </FoldedSection>
  );
}

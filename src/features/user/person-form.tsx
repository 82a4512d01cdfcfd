import { Link } from '@tanstack/react-router';
import { type Me, type PersonFields, personFields, updateMe } from '#contract/user/user.ts';
import { useSession } from '#src/api/session/session.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';

const labels: Record<keyof PersonFields, string> = { name: '이름', phone: '전화번호', email: '이메일' };

/** The user's profile form. */
export function PersonForm({ person }: { person: Me }) {
  const { attempt } = useSave(updateMe);
  const { update } = useSession();
  const { name, phone, email } = person;
  const { form, conflict, draft } = useEntryForm<PersonFields, { message: string }>({
    name: 'person',
    initial: { name, phone, email },
    schema: personFields,
    send: (values, base) => attempt({ body: { ...values, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      // The session contains the name and whether the user is new.
      void update();
    },
  });
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={labels} wordsOf={(name, values) => values[name] || '-'} />;
  }
  return (
    <Form
      form={form}
      draft={draft}
      label="내 정보"
      isWide
      actions={
        <FormActions
          isInPlace
          isBusy={form.isBusy}
          cancel={
            <Link to="/cms/dashboard" className={buttonClass()}>
              처음 화면
            </Link>
          }
        />
      }
    >
      <FormSection>
        <TextField label="이름" isRequired maxLength={40} autoComplete="name" {...form.text('name')} />
        <TextField
          label="전화번호"
          type="tel"
          maxLength={20}
          autoComplete="tel"
          placeholder="010-1234-5678"
          {...form.text('phone')}
        />
        <TextField label="이메일" type="email" autoComplete="email" {...form.text('email')} />
      </FormSection>
    </Form>
  );
}

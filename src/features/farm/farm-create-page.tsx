import { Link, useNavigate } from '@tanstack/react-router';
import { createFarm, type FarmFields } from '#contract/farm/farm-manage.ts';
import { useSession } from '#src/api/session/session.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { DraftBanner } from '#src/ui/field/draft-banner.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { FarmFieldSet } from './farm-fields.tsx';
import { FarmListLink } from './farm-link.tsx';

const empty: FarmFields = { farmName: '', address: '', latitude: null, longitude: null, areaM2: null, coUsers: [] };

/** A new farm of the user. */
export function FarmCreatePage() {
  const { data: session } = useSession();
  const { attempt } = useSave(createFarm);
  const navigate = useNavigate();
  const { form, draft } = useEntryForm({
    name: 'farm new',
    initial: empty,
    schema: createFarm.body,
    send: (body) => attempt({ body }),
    onSaved: ({ message }) => {
      showToast(message);
      void navigate({ to: '/cms/farm/farm-manage' });
    },
    conflictWords: '',
  });
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="농장 등록"
        renderBack={(children, className) => <FarmListLink className={className}>{children}</FarmListLink>}
        backLabel="농장 목록"
        lead="이름만 있으면 등록할 수 있습니다. 나머지는 나중에 채워도 됩니다."
      />
      {draft && <DraftBanner draft={draft} />}
      <Form form={form} label="농장 등록">
        <FarmFieldSet form={form} ownerId={session?.userId ?? null} coUsers={[]} />
        <FormActions
          submitLabel="등록"
          isBusy={form.isBusy}
          cancel={
            <Link to="/cms/farm/farm-manage" className={buttonClass()}>
              취소
            </Link>
          }
        />
      </Form>
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createFarm, type FarmFields, updateFarm } from '#contract/farm/farm-manage.ts';
import { useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FarmFieldSet } from './farm-fields.tsx';
import { areaWords, memberRights } from './farm-words.tsx';

type FarmEditFormProps = {
  index: number;
  /** What the server has, or will have made of what waits. */
  stored: FarmFields;
  /** The response that had it; undefined for one that is not sent yet. */
  seen?: Dated | undefined;
} & Pick<Parameters<typeof FarmFieldSet>[0], 'people'>;

export function FarmEditForm({ index, stored, seen, people }: FarmEditFormProps) {
  const { attempt } = useSave(updateFarm);
  const navigate = useNavigateFromHere();
  const toList = () => void navigate({ to: '/cms/farm/farm-manage' });
  const { form, conflict, draft } = useEntryForm({
    name: `farm ${index}`,
    initial: useUnsentOver(updateFarm, index, stored, seen),
    schema: createFarm.body,
    send: (values, base) => attempt({ params: { id: index }, body: { ...values, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      toList();
    },
    onKept: toList,
  });
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={fieldLabels} wordsOf={wordsOf} />;
  }
  return (
    <Form
      form={form}
      draft={draft}
      label="농장 정보"
      isWide
      actions={
        <FormActions
          isBusy={form.isBusy}
          cancel={
            <Link to="/cms/farm/farm-manage" className={buttonClass()}>
              취소
            </Link>
          }
        />
      }
    >
      <FarmFieldSet form={form} people={people} />
    </Form>
  );
}

const fieldLabels: Record<keyof FarmFields, string> = {
  farmName: '농장 이름',
  address: '주소',
  latitude: '위도',
  longitude: '경도',
  areaM2: '면적',
  coUsers: '공동 사용자',
};

/** The text of a field in a comparison. */
function wordsOf(name: keyof FarmFields, fields: FarmFields): ReactNode {
  switch (name) {
    case 'farmName':
    case 'address':
      return fields[name] || '-';
    case 'latitude':
    case 'longitude':
      return formatNumber(fields[name], 5);
    case 'areaM2':
      return areaWords(fields.areaM2);
    case 'coUsers':
      return fields.coUsers.map(({ userId, right }) => `${userId} (${memberRights[right]})`).join(', ') || '-';
  }
}

import { useQuery } from '@tanstack/react-query';
import type { InspectionFields } from '#contract/inspection/inspection.ts';
import type { InspectionKind } from '#contract/inspection/inspection-names.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { ChoiceField } from '#src/ui/field/choice-field.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { TextareaField } from '#src/ui/field/textarea-field.tsx';
import { CheckList } from './check-list.tsx';
import { fieldLabels } from './inspection-words.tsx';
import { RepairPhotoFields, type RepairPhotoFieldsProps } from './repair-photos.tsx';
import { choicesQuery } from './use-choices.ts';

/** The part of a form that these fields need; the form of a new inspection has more. */
type Fields = Pick<FormHandle<InspectionFields>, 'field' | 'text' | 'errorOf'>;

type FieldsProps = {
  form: Fields;
  farmIndex: number;
  /** Name of the current assignee, who may have left the farm. */
  assigneeName?: string | null;
};

/** Title, due date and assignee. */
export function TaskFields({ form, farmIndex, assigneeName = null }: FieldsProps) {
  const choices = useQuery(choicesQuery(farmIndex)).data?.value;
  const { value: assignee, onChange, ...assigneeField } = form.field('assignee');
  const people = (choices?.people ?? []).map(({ userId, name }) => ({ value: userId, label: name }));
  const isGone = assignee !== null && people.every(({ value }) => value !== assignee);
  return (
    <>
      <TextField label={fieldLabels.title} isRequired maxLength={80} {...form.text('title')} />
      <TextareaField label={fieldLabels.detail} maxLength={2000} {...form.text('detail')} />
      <DateField label={fieldLabels.dueOn} {...form.field('dueOn')} />
      <ChoiceField<string>
        label={fieldLabels.assignee}
        choices={[
          { value: NOBODY, label: '정하지 않음' },
          ...people,
          ...(isGone ? [{ value: assignee, label: assigneeName ?? assignee }] : []),
        ]}
        value={assignee ?? NOBODY}
        onChange={(next) => onChange(next === NOBODY ? null : next)}
        {...assigneeField}
      />
    </>
  );
}

/** Value for no assignee; no login is empty. */
const NOBODY = '';

type FoundFieldsProps = RepairPhotoFieldsProps & { form: Fields; kind: InspectionKind };

/** The checklist of its kind, the findings and the repair. */
export function FoundFields({ form, kind, photos }: FoundFieldsProps) {
  const { value, onChange } = form.field('checks');
  return (
    <FormSection title={fieldLabels.checks} lead="있는 그대로 골라 주세요. 살피지 못한 것은 비워 두어도 됩니다.">
      <CheckList kind={kind} value={value} onChange={onChange} errorOf={form.errorOf} />
      <TextareaField label={fieldLabels.note} maxLength={2000} {...form.text('note')} />
      <RepairPhotoFields photos={photos} />
    </FormSection>
  );
}

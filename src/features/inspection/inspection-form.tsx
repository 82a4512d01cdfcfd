import {
  type Inspection,
  type InspectionFields,
  inspectionFields,
  inspectionFieldsOf,
  tidyChecks,
  updateInspection,
} from '#contract/inspection/inspection.ts';
import { useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { jointDraft, useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { FoundFields, TaskFields } from './inspection-fields.tsx';
import { InspectionListLink } from './inspection-link.tsx';
import { fieldLabels, fieldWords } from './inspection-words.tsx';
import { newInspectionForm } from './new-inspection.ts';
import { useRepairPhotos } from './repair-photos.tsx';

/** The edit form of an inspection; it stays open after saving, because users save several times during a round. */
export function InspectionForm({ inspection, seen }: { inspection: Inspection; seen: Dated | undefined }) {
  const { id, kind, farmIndex } = inspection;
  const { attempt } = useSave(updateInspection);
  const name = `inspection ${id}`;
  const {
    form,
    conflict,
    draft: typed,
  } = useEntryForm<InspectionFields, { message: string }>({
    name,
    initial: useUnsentOver(updateInspection, id, inspectionFieldsOf(inspection), seen),
    schema: inspectionFields,
    send: (values, base) =>
      attempt({ params: { id }, body: { ...values, checks: tidyChecks(values.checks, kind), base } }),
    onSaved: ({ message }) => {
      showToast(message);
      void photos.send();
    },
    onKept: () => void photos.send(),
    anew: newInspectionForm(farmIndex, inspection),
    beside: () => photos.beside,
  });
  const photos = useRepairPhotos({ form: name, farmIndex, inspectionId: id, title: form.values.title, isStored: true });
  const draft = jointDraft(typed, photos.draft);
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={fieldLabels} wordsOf={fieldWords} />;
  }
  return (
    <Form
      form={form}
      draft={draft}
      label="점검 내용"
      isWide
      actions={
        <FormActions
          isBusy={form.isBusy}
          cancel={<InspectionListLink className={buttonClass()}>목록으로</InspectionListLink>}
        />
      }
    >
      <FoundFields form={form} kind={kind} photos={photos} />
      <FormSection title="점검할 일">
        <TaskFields form={form} farmIndex={farmIndex} assigneeName={inspection.assigneeName} />
      </FormSection>
    </Form>
  );
}

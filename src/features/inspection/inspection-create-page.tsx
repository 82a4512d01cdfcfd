import { useState } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import {
  createInspection,
  type Evidence,
  type InspectionFields,
  inspectionFields,
  tidyChecks,
} from '#contract/inspection/inspection.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { jointDraft, useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { EvidenceCard } from './evidence-card.tsx';
import { FoundFields, TaskFields } from './inspection-fields.tsx';
import { InspectionListLink } from './inspection-link.tsx';
import { newInspectionDraft } from './new-inspection.ts';
import { useRepairPhotos } from './repair-photos.tsx';
import { type Subject, SubjectFields } from './subject-fields.tsx';
import { useChoices } from './use-choices.ts';
import { useProposal } from './use-proposal.tsx';

type InspectionCreatePageProps = {
  farm: Pick<Farm, 'index' | 'farmName'>;
  /** The subject from the URL, if any. */
  asked: { sensor?: number; device?: number };
};

/** A new inspection of a farm; for a faulty sensor with the findings on it. */
export function InspectionCreatePage({ farm, asked }: InspectionCreatePageProps) {
  const proposal = useProposal(farm.index, asked);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="점검 등록"
        renderBack={(children, className) => <InspectionListLink className={className}>{children}</InspectionListLink>}
        backLabel="점검 목록"
        lead={`${farm.farmName}에서 살펴볼 것을 적습니다.`}
      />
      {proposal ? <CreateForm farmIndex={farm.index} proposal={proposal} /> : <FormSkeleton />}
    </div>
  );
}

type CreateFormProps = {
  farmIndex: number;
  proposal: { subject: Subject; title: string; evidence: Evidence | null };
};

/** The id is part of the draft, so that an inspection is never created twice. */
type Values = InspectionFields & Subject & { id: string };

function CreateForm({ farmIndex, proposal: { subject, title, evidence } }: CreateFormProps) {
  const { attempt } = useSave(createInspection);
  const timeOf = useTimeMade();
  const navigate = useNavigateFromHere();
  const choices = useChoices(farmIndex, subject.sensorIndex);
  const [initial] = useState<Values>(() => ({ ...empty, ...subject, title, id: crypto.randomUUID() }));
  const name = newInspectionDraft(farmIndex, subject);
  const { form, draft: typed } = useEntryForm<Values, { message: string }>({
    name,
    initial,
    schema: inspectionFields,
    send: (values) => {
      const checks = tidyChecks(values.checks, values.kind);
      // The findings belong to this sensor only.
      const shownEvidence = values.sensorIndex === subject.sensorIndex ? evidence : null;
      return attempt({ body: { ...values, checks, farmIndex, evidence: shownEvidence, at: timeOf(values.id) } });
    },
    onSaved: ({ message }) => {
      showToast(message);
      void photos.send().then(toPage);
    },
    onKept: () => void photos.send().then(toPage),
    beside: () => photos.beside,
  });
  const { id, kind, title: task, deviceIndex, sensorIndex } = form.values;
  const photos = useRepairPhotos({ form: name, farmIndex, inspectionId: id, title: task, isStored: false });
  const draft = jointDraft(typed, photos.draft);
  // A queued inspection has its page, too, where it can be edited.
  const toPage = () => navigate({ to: '/cms/device/inspection-edit/$id', params: { id }, replace: true });
  function setSubject(next: Subject) {
    form.set('kind', next.kind);
    form.set('deviceIndex', next.deviceIndex);
    form.set('sensorIndex', next.sensorIndex);
  }
  return (
    <Form
      form={form}
      draft={draft}
      label="점검 등록"
      isWide
      actions={
        <FormActions
          submitLabel="등록"
          isBusy={form.isBusy}
          cancel={<InspectionListLink className={buttonClass()}>취소</InspectionListLink>}
        />
      }
    >
      <TwoColumns beside={<FoundFields form={form} kind={kind} photos={photos} />}>
        {evidence && sensorIndex === subject.sensorIndex && <EvidenceCard evidence={evidence} />}
        <SubjectFields
          subject={{ kind, deviceIndex, sensorIndex }}
          onChange={setSubject}
          choices={choices}
          problemOf={form.errorOf}
        />
        <FormSection>
          <TaskFields form={form} farmIndex={farmIndex} />
        </FormSection>
      </TwoColumns>
    </Form>
  );
}

/**
 * When an inspection is made, by its id: now, or when it was queued first. What is edited in the outbox keeps that time,
 * for steps that wait behind it were taken since.
 */
function useTimeMade(): (id: string) => string {
  const { now } = useClock();
  const queued = useWritten(createInspection);
  return (id) => {
    const first = queued.find(({ body }) => body?.id === id);
    return first?.body?.at ?? new Date(first?.createdAt ?? now()).toISOString();
  };
}

const empty: InspectionFields = { title: '', detail: '', dueOn: null, assignee: null, checks: {}, note: '' };

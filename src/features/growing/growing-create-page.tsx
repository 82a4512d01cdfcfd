import { useState } from 'react';
import { createObservation, type ObservationFields, observationAt } from '#contract/growing/observation.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { usePhotos } from '#src/api/photo/use-photos.ts';
import { jointDraft, useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { GrowingListLink } from './growing-link.tsx';
import type { GrowingCrop } from './growing-reads.ts';
import { placeWords } from './growing-words.tsx';
import { newObservation, newObservationDraft } from './new-observation.ts';
import { ObservationFieldSet } from './observation-fields.tsx';
import { RowLink } from './row/row-link.tsx';
import { sendPhotos } from './send-photos.tsx';

type GrowingCreatePageProps = {
  farm: { index: number; farmName: string };
  crops: readonly [GrowingCrop, ...GrowingCrop[]];
};

/** The id is part of the draft, so that an observation is never created twice. */
type NewObservation = ObservationFields & { id: string };

/** The form for one tree, with all fields. */
export function GrowingCreatePage({ farm, crops }: GrowingCreatePageProps) {
  const { attempt } = useSave(createObservation);
  const navigate = useNavigateFromHere();
  const toList = () => void navigate({ to: '/cms/growth/growing-manage' });
  const { now } = useClock();
  const [schema] = useState(() => observationAt(now));
  const [initial] = useState<NewObservation>(() => ({
    ...newObservation(crops[0], farm.index, now()),
    id: crypto.randomUUID(),
  }));
  const name = newObservationDraft(farm.index);
  const { form, draft: typed } = useEntryForm<NewObservation, { message: string }>({
    name,
    initial,
    schema,
    send: (body) => attempt({ body }),
    onSaved: ({ message }) => {
      showToast(message);
      void sendPhotos(photos).then(toList);
    },
    onKept: () => void sendPhotos(photos).then(toList),
    beside: () => photos.beside,
  });
  const owner = { kind: 'observation', id: form.values.id, name: placeWords(form.values) } as const;
  const photos = usePhotos({ form: name, farmIndex: farm.index, owner });
  const draft = jointDraft(typed, photos.draft);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="생육 조사 등록"
        renderBack={(children, className) => <GrowingListLink className={className}>{children}</GrowingListLink>}
        backLabel="생육 조사"
        lead={`${farm.farmName}의 나무 하나를 적습니다.`}
        actions={<RowLink>여러 나무 이어서 재기</RowLink>}
      />
      <Form
        form={form}
        draft={draft}
        label="생육 조사 등록"
        isWide
        actions={
          <FormActions
            submitLabel="등록"
            isBusy={form.isBusy}
            cancel={<GrowingListLink className={buttonClass()}>취소</GrowingListLink>}
          />
        }
      >
        <ObservationFieldSet form={form} crops={crops} photos={photos.field} />
      </Form>
    </div>
  );
}

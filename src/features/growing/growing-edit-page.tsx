import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  deleteObservation,
  type Observation,
  type ObservationFields,
  observationAt,
  updateObservation,
} from '#contract/growing/observation.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { useAgesTo, useClock } from '#src/api/call/server-clock.ts';
import { useDeletions } from '#src/api/outbox/use-deletions.ts';
import { useQueuedEdits, useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { usePhotos } from '#src/api/photo/use-photos.ts';
import { usePicturesOf } from '#src/api/photo/use-pictures-of.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { jointDraft, useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { withOwn } from '#src/lib/list/with-own.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { DeleteSection } from '#src/ui/field/delete-section.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { DeletedHere } from '#src/ui/list/deleted-here.tsx';
import { QueuedEdits } from '#src/ui/list/queued-edits.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PhotoStrip } from '#src/ui/photo/photo-strip.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { GrowingListLink } from './growing-link.tsx';
import { type GrowingCrop, growingCropsQuery, observationPhotosQuery, observationQuery } from './growing-reads.ts';
import { fieldLabels, fieldWords, placeWords } from './growing-words.tsx';
import { newObservationForm } from './new-observation.ts';
import { ObservationFieldSet } from './observation-fields.tsx';
import { sendPhotos } from './send-photos.tsx';
import { useObservationDelete } from './use-observation-delete.tsx';

type GrowingEditPageProps = {
  id: string;
  /** Whether the menu and the farm's right allow writing; called once the farm is known. */
  mayWriteOn: (farmIndex: number) => boolean;
};

/**
 * One observation: editable for users with write access to its farm, read-only for others. Needs a key per
 * observation.
 */
export function GrowingEditPage({ id, mayWriteOn }: GrowingEditPageProps) {
  const now = useAgesTo();
  const read = useQuery(observationQuery(id));
  if (read.isError && !read.data) throw read.error;
  const found = read.data?.value;
  const farmIndex = found?.farmIndex ?? 0;
  const crops = useQuery({ ...growingCropsQuery(farmIndex), enabled: found !== undefined });
  const mayWrite = found !== undefined && mayWriteOn(farmIndex);
  // The form waits for the server's response and uses the device's copy only without one.
  const isAwaited = awaitsServer(read);
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && found && mayWrite && !isAwaited) setIsOpen(true);
  const known = found && withCropOf(found, crops.data?.value.crops ?? []);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={found ? `${found.itemsName} ${placeWords(found)}` : '생육 조사'}
        renderBack={(children, className) => <GrowingListLink className={className}>{children}</GrowingListLink>}
        backLabel="생육 조사"
        lead={found && leadWords(found)}
      />
      <DataAgeNote seen={read.data} now={now} />
      <QueuedEdits edits={useQueuedEdits(updateObservation, id, read.data)} />
      {found && known && !mayWrite && (
        <ObservationView observation={found} crops={known}>
          <Banner tone="info">보기만 할 수 있는 권한입니다. 바꾸려면 농장주에게 문의해 주세요.</Banner>
        </ObservationView>
      )}
      {known && mayWrite && isOpen && <ObservationForms observation={found} crops={known} seen={read.data} />}
      {(!found || (mayWrite && !isOpen)) && <FormSkeleton />}
    </div>
  );
}

const leadWords = ({ farmName, observedAt, by }: Observation) =>
  [farmName, formatDateTime(parseInstant(observedAt)), by && `${by} 적음`].filter(Boolean).join(' · ');

/** A crop that was removed stays available on its observations. */
function withCropOf({ cropId, itemsName, house }: Observation, crops: readonly GrowingCrop[]): readonly GrowingCrop[] {
  const removed = { itemCode: '', variety: '', budBreakOn: null, isHeated: false, calendar: null };
  return withOwn(crops, { ...removed, cropId, itemsName, house }, (crop) => crop.cropId);
}

type ObservationFormsProps = { observation: Observation; crops: readonly GrowingCrop[] };

function ObservationForms({ observation, crops, seen }: ObservationFormsProps & { seen: Dated | undefined }) {
  const { attempt } = useSave(updateObservation);
  const navigate = useNavigateFromHere();
  const toList = () => void navigate({ to: '/cms/growth/growing-manage' });
  const { askDelete, dialog } = useObservationDelete(toList);
  const { id, farmName: _, itemsName: __, by: ___, ...initial } = observation;
  const { now } = useClock();
  const [schema] = useState(() => observationAt(now));
  const name = `growing ${id}`;
  const {
    form,
    conflict,
    draft: typed,
  } = useEntryForm<ObservationFields, { message: string }>({
    name,
    initial: useUnsentOver(updateObservation, id, initial, seen),
    schema,
    send: (values, base) => attempt({ params: { id }, body: { ...values, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      void sendPhotos(photos).then(toList);
    },
    onKept: () => void sendPhotos(photos).then(toList),
    anew: newObservationForm(initial.farmIndex),
    beside: () => photos.beside,
  });
  const seenPhotos = useQuery(observationPhotosQuery(initial.farmIndex, id)).data;
  const photos = usePhotos({
    form: name,
    farmIndex: initial.farmIndex,
    owner: { kind: 'observation', id, name: placeWords(form.values) },
    ...(seenPhotos && { stored: seenPhotos.value, seen: seenPhotos }),
  });
  const draft = jointDraft(typed, photos.draft);
  const leaving = useDeletions(deleteObservation, seen)(id);
  if (conflict) {
    return (
      <EntryConflictPanel
        {...conflict}
        labels={fieldLabels}
        wordsOf={(name, values) => fieldWords(name, values, crops)}
      />
    );
  }
  return (
    <>
      {leaving ? (
        <ObservationView observation={observation} crops={crops}>
          <DeletedHere noun="기록" state={leaving} />
        </ObservationView>
      ) : (
        <>
          <Form
            form={form}
            draft={draft}
            label="생육 조사 기록"
            isWide
            actions={
              <FormActions
                isBusy={form.isBusy}
                cancel={<GrowingListLink className={buttonClass()}>취소</GrowingListLink>}
              />
            }
          >
            <ObservationFieldSet form={form} crops={crops} photos={photos.field} />
          </Form>
          <DeleteSection
            title="기록 삭제"
            lead="목록과 그래프에서 빠집니다. 변경 기록에는 남습니다."
            onDelete={() => askDelete(observation)}
          />
        </>
      )}
      {dialog}
    </>
  );
}

const viewed = [
  ...([
    'cropId',
    'season',
    'observedAt',
    'shootCm',
    'fruitMm',
    'brix',
    'acidityPct',
    'leafSpad',
    'leafColour',
  ] as const),
  ...(['pests', 'otherPest', 'note'] as const),
] as const;

/** What was observed; `children` says why it cannot be changed. */
function ObservationView({ observation, crops, children }: ObservationFormsProps & { children: ReactNode }) {
  const { farmIndex, id } = observation;
  const seen = useQuery(observationPhotosQuery(farmIndex, id)).data;
  const pictures = usePicturesOf({ farmIndex, kind: 'observation', id }, { photos: seen?.value, seen });
  return (
    <TwoColumns beside={<PhotoStrip label="사진" pictures={pictures} />}>
      {children}
      <Card aria-label="생육 조사 기록">
        <FactList
          facts={viewed.map((name) => ({ label: fieldLabels[name], value: fieldWords(name, observation, crops) }))}
        />
      </Card>
    </TwoColumns>
  );
}

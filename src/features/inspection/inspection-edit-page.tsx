import '#src/ui/print-sheet.css';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { inspectionKinds } from '#contract/inspection/data-inspection.ts';
import {
  createInspection,
  deleteInspection,
  getInspection,
  type Inspection,
  updateInspection,
} from '#contract/inspection/inspection.ts';
import { inspectionNoun } from '#contract/inspection/inspection-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { useDeletions } from '#src/api/outbox/use-deletions.ts';
import { useQueuedEdits } from '#src/api/outbox/use-queued-edits.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSeen } from '#src/api/read/use-seen.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { DeleteSection } from '#src/ui/field/delete-section.tsx';
import { DeletedHere } from '#src/ui/list/deleted-here.tsx';
import { QueuedEdits } from '#src/ui/list/queued-edits.tsx';
import { QueuedTag } from '#src/ui/list/queued-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { CalibrationCard } from './calibration-card.tsx';
import { EvidenceCard } from './evidence-card.tsx';
import { InspectionForm } from './inspection-form.tsx';
import { InspectionListLink } from './inspection-link.tsx';
import { InspectionFacts, InspectionSheet } from './inspection-sheet.tsx';
import { InspectionTag, targetWords } from './inspection-words.tsx';
import { RepairPhotoStrips } from './repair-photos.tsx';
import { StepCard } from './step-card.tsx';
import { useInspectionDelete } from './use-inspection-delete.tsx';
import { useQueuedSteps } from './use-queued-steps.ts';
import { useUnsentInspection } from './use-unsent-inspection.ts';

type InspectionEditPageProps = {
  inspectionId: string;
  /** Whether the menu and the farm's right allow writing; called once the farm is known. */
  mayWriteOn: (farmIndex: number) => boolean;
  /** The name of a farm of the user; '' for any other. */
  farmNameOf: (farmIndex: number) => string;
  /** Whether the menu lets the user calibrate sensors. */
  mayCalibrate: boolean;
};

/** One inspection: edit, change its state, print. Needs a key per inspection. */
export function InspectionEditPage(props: InspectionEditPageProps) {
  const { inspectionId, mayWriteOn, farmNameOf, mayCalibrate } = props;
  const now = useAgesTo();
  const query = useQuery(readQuery(getInspection, { params: { id: inspectionId } }));
  const seen = useSeen(query);
  const unsent = useUnsentInspection(inspectionId, seen, farmNameOf);
  const creation = useWritten(createInspection, seen).find(({ body }) => body?.id === inspectionId);
  const { queued: steps, stateOf } = useQueuedSteps(inspectionId, seen);
  const [opened, setOpened] = useState<Inspection>();
  // Use the local copy of an inspection that was just sent until the server returns it.
  const found = query.data?.value ?? unsent ?? opened;
  if (query.isError && !found && unsent === null) throw query.error;
  const leaving = useDeletions(deleteInspection, seen)(inspectionId);
  const hasRight = found !== undefined && mayWriteOn(found.farmIndex);
  const mayWrite = hasRight && !leaving;
  // The form waits for the server's response and uses the device's copy only without one.
  const isAwaited = awaitsServer(query);
  if (!opened && found && mayWrite && !isAwaited) setOpened(found);
  return (
    <div data-sheet className="flex flex-col gap-5">
      <PageHead
        title={found?.title ?? '점검'}
        renderBack={(children, className) => (
          <span data-screen-only className="self-start">
            <InspectionListLink className={className}>{children}</InspectionListLink>
          </span>
        )}
        backLabel="점검 목록"
        lead={
          found && (
            <>
              {found.farmName} · {inspectionKinds[found.kind].label} · {targetWords(found)}{' '}
              <InspectionTag inspection={{ ...found, state: stateOf(found) }} now={now} />{' '}
              <QueuedTag state={creation?.state ?? steps.at(-1)?.state} />
            </>
          )
        }
        actions={found && <PrintButton />}
      />
      <DataAgeNote seen={query.data} now={now} />
      <QueuedEdits edits={useQueuedEdits(updateInspection, inspectionId, seen)} />
      <DeletedHere noun={inspectionNoun} state={leaving} />
      {found && <InspectionSheet inspection={found} />}
      <div data-screen-only>
        <TwoColumns
          isBesideFirst
          beside={
            found && (
              <>
                <StepCard inspection={found} seen={seen} mayWrite={mayWrite} />
                {found.evidence && <EvidenceCard evidence={found.evidence} />}
                <CalibrationCard inspection={found} seen={seen} mayWrite={mayWrite && mayCalibrate} />
              </>
            )
          }
        >
          {found && !mayWrite && (
            <>
              {!hasRight && (
                <Banner tone="info">보기만 할 수 있는 권한입니다. 바꾸려면 농장주에게 문의해 주세요.</Banner>
              )}
              <InspectionFacts inspection={found} />
              <RepairPhotoStrips farmIndex={found.farmIndex} inspectionId={found.id} />
            </>
          )}
          {mayWrite && opened && <InspectionForm inspection={found} seen={seen} />}
          {mayWrite && query.data && <InspectionDelete inspection={query.data.value} />}
          {(!found || (mayWrite && !opened)) && <Skeleton className="h-[60rem]" />}
        </TwoColumns>
      </div>
    </div>
  );
}

function PrintButton() {
  return (
    <span data-screen-only>
      <Button onClick={() => window.print()} icon={<Printer aria-hidden className="size-5" />}>
        인쇄
      </Button>
    </span>
  );
}

function InspectionDelete({ inspection }: { inspection: Inspection }) {
  const navigate = useNavigateFromHere();
  const { askDelete, dialog } = useInspectionDelete(() => void navigate({ to: '/cms/device/inspection-manage' }));
  return (
    <>
      <DeleteSection
        title="점검 삭제"
        lead="점검한 기록이 모두 사라집니다. 센서에 저장한 보정은 그대로 남습니다."
        onDelete={() => askDelete(inspection)}
      />
      {dialog}
    </>
  );
}

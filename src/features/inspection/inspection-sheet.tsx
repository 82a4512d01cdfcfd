import { type CheckPoint, inspectionKinds } from '#contract/inspection/data-inspection.ts';
import type { Inspection } from '#contract/inspection/inspection.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { comparisonWords } from './calibration-words.tsx';
import { EvidenceCard } from './evidence-card.tsx';
import { checkWords, dueWords, fieldLabels, pointWords } from './inspection-words.tsx';
import { RepairPhotoStrips } from './repair-photos.tsx';
import { StepList } from './step-card.tsx';

/** A read-only view of an inspection. */
export function InspectionFacts({ inspection }: { inspection: Inspection }) {
  const { kind, checks, detail, dueOn, assigneeName, note, calibration, sensor } = inspection;
  const points: readonly CheckPoint[] = inspectionKinds[kind].points;
  return (
    <>
      <Card aria-label="점검 내용">
        <h2 className="text-lg font-bold">점검할 일</h2>
        <FactList
          facts={[
            { label: fieldLabels.detail, value: detail || '-' },
            { label: fieldLabels.dueOn, value: dueWords(dueOn) ?? '-' },
            { label: fieldLabels.assignee, value: assigneeName ?? '-' },
            { label: fieldLabels.note, value: note || '-' },
            ...(calibration ? [{ label: '보정', value: comparisonWords(calibration, sensor?.unit ?? '') }] : []),
          ]}
        />
      </Card>
      <Card aria-label={fieldLabels.checks}>
        <h2 className="text-lg font-bold">{fieldLabels.checks}</h2>
        <FactList facts={points.map((point) => ({ label: pointWords(point), value: checkWords(checks[point]) }))} />
      </Card>
    </>
  );
}

/** The printed version, with findings, repair and a place for signatures. */
export function InspectionSheet({ inspection }: { inspection: Inspection }) {
  const { id, farmIndex, evidence, steps } = inspection;
  return (
    <div className="hidden flex-col gap-4 print:flex">
      {evidence && <EvidenceCard evidence={evidence} />}
      <InspectionFacts inspection={inspection} />
      <div className="flex flex-col gap-4 px-4">
        <div className="flex flex-wrap gap-8 [&_img]:size-40">
          <RepairPhotoStrips farmIndex={farmIndex} inspectionId={id} />
        </div>
        <h2 className="text-lg font-bold">점검 이력</h2>
        <StepList steps={steps} />
        <p className="mt-6">확인한 사람: ____________________ (서명)</p>
      </div>
    </div>
  );
}

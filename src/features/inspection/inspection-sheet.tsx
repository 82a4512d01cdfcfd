import { type CheckPoint, inspectionKinds } from '#contract/inspection/data-inspection.ts';
import type { Inspection } from '#contract/inspection/inspection.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { comparisonWords } from './calibration-words.tsx';
import { checkWords, dueWords, evidenceFacts, fieldLabels, pointWords } from './inspection-words.tsx';
import { StepList } from './step-card.tsx';

/** A read-only view of an inspection. */
export function InspectionFacts({ inspection }: { inspection: Inspection }) {
  const { kind, checks, detail, dueOn, assigneeName, note, calibration, sensor } = inspection;
  const points: readonly CheckPoint[] = inspectionKinds[kind].points;
  return (
    <>
      <Card aria-label="점검 내용">
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
        <FactList facts={points.map((point) => ({ label: pointWords(point), value: checkWords(checks[point]) }))} />
      </Card>
    </>
  );
}

/** The printed version, with findings, repair and a place for signatures. */
export function InspectionSheet({ inspection }: { inspection: Inspection }) {
  const { evidence, steps } = inspection;
  return (
    <div className="hidden flex-col gap-4 print:flex">
      {evidence && <FactList facts={evidenceFacts(evidence)} />}
      <InspectionFacts inspection={inspection} />
      <StepList steps={steps} />
      <p className="mt-6">확인한 사람: ____________________ (서명)</p>
    </div>
  );
}

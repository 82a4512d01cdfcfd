import type { Evidence } from '#contract/inspection/inspection.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { evidenceFacts } from './inspection-words.tsx';

/** The findings on the sensor when the inspection was proposed. */
export function EvidenceCard({ evidence }: { evidence: Evidence }) {
  return (
    <Card aria-labelledby="evidence-title">
      <h2 id="evidence-title" className="text-lg font-bold">
        제안한 이유
      </h2>
      <FactList facts={evidenceFacts(evidence)} />
    </Card>
  );
}

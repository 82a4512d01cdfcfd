import { useId } from 'react';
import type { Evidence } from '#contract/inspection/inspection.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { evidenceFacts } from './inspection-words.tsx';

/** The findings on the sensor when the inspection was proposed. */
export function EvidenceCard({ evidence }: { evidence: Evidence }) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className="text-lg font-bold">
        제안한 이유
      </h2>
      <FactList facts={evidenceFacts(evidence)} />
    </Card>
  );
}

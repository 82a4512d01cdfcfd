import type { CoveredType, InnerStatistics } from '#contract/statistics.ts';
import { sensorsFineText } from '#contract/terms-quality.ts';
import { monthPartNames } from '#contract/terms-statistics.ts';

export type CoverageNoteProps = { coverage: InnerStatistics['coverage']; type: CoveredType };

/** On how many sensors that told enough the figures of a type rest: one line, or one for each third that lacks some. */
export function CoverageNote({ coverage, type }: CoverageNoteProps) {
  const parts = coverage.filter(({ sensorType }) => sensorType === type);
  const poor = parts.filter(({ lacking }) => lacking.length > 0);
  const total = parts[0]?.total;
  if (total === undefined) return null;
  if (poor.length === 0) return <p className="text-age text-ink-soft">{sensorsFineText(total, total)}</p>;
  return (
    <ul className="text-age font-medium text-warn-ink">
      {poor.map(({ partMonth, lacking }) => (
        <li key={partMonth}>
          {monthPartNames[partMonth]} {sensorsFineText(total - lacking.length, total)} · 기록이 모자란 센서{' '}
          {lacking.map(({ areaName, name }) => `${areaName} ${name}`).join(', ')}
        </li>
      ))}
    </ul>
  );
}

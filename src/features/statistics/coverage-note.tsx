import type { CoveredType, InnerStatistics } from '#contract/monitor/statistics.ts';
import { monthPartNames } from '#contract/monitor/statistics-text.ts';
import { sensorsFineText } from '#contract/quality/quality-text.ts';

type CoverageNoteProps = { coverage: InnerStatistics['coverage']; type: CoveredType };

/** How many sensors with enough readings are behind the values of a type: one line, or one per differing third. */
export function CoverageNote({ coverage, type }: CoverageNoteProps) {
  const parts = coverage.filter(({ sensorType }) => sensorType === type);
  const texts = parts.map(({ total, lacking }) =>
    [
      sensorsFineText(total - lacking.length, total),
      ...(lacking.length > 0 ? [`기록이 모자란 센서: ${lacking.map(nameOf).join(', ')}`] : []),
    ].join(' · '),
  );
  const isPoor = parts.some(({ lacking }) => lacking.length > 0);
  const look = isPoor ? 'text-age font-medium text-warn-ink' : 'text-age text-ink-soft';
  if (new Set(texts).size <= 1) return texts[0] === undefined ? null : <p className={look}>{texts[0]}</p>;
  return (
    <ul className={look}>
      {parts.map(({ partMonth, lacking }, at) =>
        lacking.length > 0 ? (
          <li key={partMonth}>
            {monthPartNames[partMonth]} {texts[at]}
          </li>
        ) : null,
      )}
    </ul>
  );
}

const nameOf = ({ areaName, name }: { areaName: string; name: string }) => `${areaName} ${name}`;

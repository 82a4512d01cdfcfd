import { monthPartNames } from '#contract/monitor/statistics-text.ts';
import { formatStatistic } from '#src/lib/format-number.ts';
import type { PartFigures } from './part-figures.ts';

type PartTableProps = { caption: string; figures: PartFigures; hasAverage: boolean };

/** Minimum and maximum of each third, own farm beside average. */
export function PartTable({ caption, figures, hasAverage }: PartTableProps) {
  const sides = hasAverage ? (['own', 'average'] as const) : (['own'] as const);
  return (
    <table className="tabular w-full border-collapse text-right">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-ink-soft">
        {hasAverage && (
          <tr>
            <td />
            <th scope="colgroup" colSpan={2} className="pt-1 pl-2 font-normal">
              우리 농장
            </th>
            <th scope="colgroup" colSpan={2} className="pt-1 pl-2 font-normal">
              평균
            </th>
          </tr>
        )}
        <tr>
          <th scope="col" className="py-1.5 text-left font-normal">
            <span className="sr-only">순</span>
          </th>
          {sides.flatMap((side) =>
            ['최저', '최고'].map((word) => (
              <th key={`${side} ${word}`} scope="col" className="py-1.5 pl-2 font-normal">
                {word}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {figures.map((row) => (
          <tr key={row.part} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-semibold">
              {monthPartNames[row.part]}
            </th>
            {sides.flatMap((side) =>
              (['min', 'max'] as const).map((end) => (
                <td
                  key={`${side} ${end}`}
                  className={`py-2 pl-2 whitespace-nowrap ${side === 'own' ? 'text-lg' : 'text-ink-soft'}`}
                >
                  {formatStatistic(row[side]?.[end])}
                </td>
              )),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

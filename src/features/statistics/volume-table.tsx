import type { FlowStatistics } from '#contract/monitor/statistics.ts';
import { monthPartNames } from '#contract/monitor/statistics-text.ts';
import { formatStatistic } from '#src/lib/format-number.ts';
import type { PartVolumes } from './part-figures.ts';

type VolumeTableProps = {
  volumes: PartVolumes;
  /** Undefined while loading. */
  flow: FlowStatistics | undefined;
  hasAverage: boolean;
};

/** Irrigation of each third, and of the month. */
export function VolumeTable({ volumes, flow, hasAverage }: VolumeTableProps) {
  const tonsOf = (part: string) => flow?.flowStatistics.find(({ partMonth }) => partMonth === part)?.tonsPer10a;
  const isAreaKnown = flow !== undefined && flow.areaM2 !== null;
  const tons = volumes.map(({ part }) => tonsOf(part));
  const head = 'py-1.5 pl-2 font-normal';
  const cell = 'py-2 pl-2 whitespace-nowrap';
  return (
    <>
      <table className="tabular w-full border-collapse text-right">
        <caption className="sr-only">관수량</caption>
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className="py-1.5 text-left font-normal">
              <span className="sr-only">순</span>
            </th>
            <th scope="col" className={head}>
              우리 농장
            </th>
            {isAreaKnown && (
              <th scope="col" className={head}>
                10a마다 (t)
              </th>
            )}
            {hasAverage && (
              <th scope="col" className={head}>
                평균
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {volumes.map(({ part, own, average }, at) => (
            <tr key={part} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-semibold">
                {monthPartNames[part]}
              </th>
              <td className={`${cell} text-lg`}>{formatStatistic(own)}</td>
              {isAreaKnown && <td className={cell}>{formatStatistic(tons[at])}</td>}
              {hasAverage && <td className={`${cell} text-ink-soft`}>{formatStatistic(average)}</td>}
            </tr>
          ))}
          <tr className="border-t border-line font-bold">
            <th scope="row" className="py-2 text-left">
              한 달
            </th>
            <td className={`${cell} text-lg`}>{formatStatistic(sum(volumes.map(({ own }) => own)))}</td>
            {isAreaKnown && <td className={cell}>{formatStatistic(sum(tons))}</td>}
            {hasAverage && (
              <td className={`${cell} font-normal text-ink-soft`}>
                {formatStatistic(sum(volumes.map(({ average }) => average)))}
              </td>
            )}
          </tr>
        </tbody>
      </table>
      {flow?.areaM2 === null && (
        <p className="text-age text-ink-soft">농장에 면적을 적어 두면 10a마다 몇 톤인지도 보여 드립니다.</p>
      )}
    </>
  );
}

/** The sum of the known values; null without any. */
function sum(values: readonly (number | null | undefined)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null;
}

import type { CropSeason } from '#contract/growth-calendar/crop-year.ts';
import { formatNumber } from '#src/lib/format-number.ts';

type Days = readonly (number | null)[];

/** Running sums over consecutive known days; a day with too few readings adds nothing and ends a run. */
export function summedRuns(days: Days): { day: number; sum: number }[][] {
  const runs: { day: number; sum: number }[][] = [];
  let sum = 0;
  days.forEach((value, day) => {
    if (value === null) return;
    sum += value;
    const run = runs.at(-1);
    if (run?.at(-1)?.day === day - 1) run.push({ day, sum });
    else runs.push([{ day, sum }]);
  });
  return runs;
}

/** '1,842 ℃·일' with the number of missing days, or why there is no sum. */
export function warmthWords(days: Days): string {
  const known = days.filter((day) => day !== null);
  if (days.length === 0) return '온도 센서 없음';
  if (known.length === 0) return '온도 기록 없음';
  const sum = `${formatNumber(
    known.reduce((total, day) => total + day, 0),
    0,
  )} ℃·일`;
  return known.length === days.length ? sum : `${sum} (기록이 모자란 ${days.length - known.length}일 빠짐)`;
}

/** Mean of the known days; null without one. */
export function meanOf(days: Days): number | null {
  const known = days.flatMap((day) => day ?? []);
  return known.length > 0 ? known.reduce((sum, day) => sum + day, 0) / known.length : null;
}

/** The drawing is stretched to its container; text is outside it and keeps its size. */
const SIDE = 100;

/** Degree days since bud break: own crop, last year up to the same day, and a lead farm. */
export function SeasonCurves({ season: { own, lastYear, leadFarm } }: { season: CropSeason }) {
  const lines = [
    { name: '우리 농장', days: own.degreeDays, dash: '', width: 3 },
    ...(leadFarm ? [{ name: leadFarm.farmName, days: leadFarm.degreeDays, dash: '8 5', width: 2 }] : []),
    ...(lastYear ? [{ name: '작년', days: lastYear.degreeDays, dash: '2 4', width: 2 }] : []),
  ].map((line) => ({ ...line, runs: summedRuns(line.days), words: warmthWords(line.days) }));
  const sums = lines.flatMap(({ runs }) => runs.flat().map(({ sum }) => sum));
  if (sums.length === 0)
    return <p className="text-ink-soft">발아 뒤 {warmthWords(own.degreeDays)}: 적산온도를 모릅니다.</p>;
  const most = Math.max(1, ...sums);
  const longest = Math.max(2, ...lines.map(({ days }) => days.length));
  const xOf = (day: number) => ((day / (longest - 1)) * SIDE).toFixed(2);
  const yOf = (sum: number) => ((1 - sum / most) * SIDE).toFixed(2);
  const ticks = [most, most / 2, 0];
  const description = lines.map(({ name, words }) => `${name} ${words}`).join(', ');
  return (
    <div className="flex flex-col gap-2">
      <div className="tabular grid grid-cols-[auto_1fr] gap-x-2 pt-2 text-age text-ink-soft">
        <div aria-hidden className="-my-2.5 flex flex-col justify-between text-right">
          {ticks.map((tick) => (
            <span key={tick}>{formatNumber(tick, 0)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${SIDE} ${SIDE}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`발아 뒤 적산온도: ${description}`}
          className="h-44 w-full overflow-visible sm:h-52 print:h-44"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x2={SIDE}
              y1={yOf(tick)}
              y2={yOf(tick)}
              stroke="var(--chart-grid)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {lines.flatMap(({ name, runs, dash, width }) =>
            runs.map((run) => (
              <polyline
                key={`${name} ${run[0]?.day}`}
                points={run.map(({ day, sum }) => `${xOf(day)},${yOf(sum)}`).join(' ')}
                fill="none"
                stroke="var(--series-temperature)"
                strokeWidth={width}
                strokeDasharray={dash}
                vectorEffect="non-scaling-stroke"
              />
            )),
          )}
        </svg>
        <div aria-hidden className="col-start-2 mt-1 flex justify-between">
          <span>발아</span>
          <span>{longest - 1}일째</span>
        </div>
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {lines.map(({ name, words, dash, width }) => (
          <li key={name} className="flex items-center gap-2">
            <svg aria-hidden="true" width="32" height="8">
              <line
                x2="32"
                y1="4"
                y2="4"
                stroke="var(--series-temperature)"
                strokeWidth={width}
                strokeDasharray={dash}
              />
            </svg>
            {name} <span className="tabular font-semibold">{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

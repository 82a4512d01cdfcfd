import { type CropSeason, TARGET_TOLERANCE_C } from '#contract/growth-calendar/crop-year.ts';
import { monthPartOf } from '#contract/growth-calendar/growth-calendar.ts';
import { seoulParts } from '#contract/time/time.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { periodName } from '../calendar-words.tsx';

type Missed = CropSeason['missed'];

/** Without a column of its own on a phone: it is below the period there. */
const STAGE = '생육 단계';

/** Maximum of rows in print, so that the season fits on one A4 page. */
const PRINTED_ROWS = 10;

/** The starts of the periods with the longest deviations. */
export function longestMissed(missed: Missed, most: number): ReadonlySet<number> {
  const hoursOf = ({ belowHours, aboveHours }: Missed[number]) => belowHours + aboveHours;
  const longest = [...missed].sort((a, b) => hoursOf(b) - hoursOf(a)).slice(0, most);
  return new Set(longest.map(({ from }) => from));
}

/** '3월 상순 ~ 6월 중순, 9월 하순': consecutive periods as one range. */
export function unjudgedWords(unjudged: CropSeason['unjudged']): string {
  const stretches: { from: number; last: number; to: number }[] = [];
  for (const { from, to } of unjudged) {
    const stretch = stretches.at(-1);
    if (stretch?.to === from) Object.assign(stretch, { last: from, to });
    else stretches.push({ from, last: from, to });
  }
  return stretches
    .map(({ from, last }) => (from === last ? thirdName(from) : `${thirdName(from)} ~ ${thirdName(last)}`))
    .join(', ');
}

function thirdName(from: number): string {
  const { month, day } = seoulParts(from);
  return periodName({ month, part: monthPartOf(day) });
}

/**
 * When targets were missed, by how much and for how long. In print only the longest deviations and the number of the
 * others.
 */
export function SeasonMissed({ season: { missed, unjudged, judged } }: { season: CropSeason }) {
  const printed = longestMissed(missed, PRINTED_ROWS);
  const left = missed.length - printed.size;
  return (
    <Card aria-labelledby="season-missed" className="flex flex-col gap-3">
      <h2 id="season-missed" className="text-lg font-bold">
        목표를 벗어난 때
      </h2>
      {unjudged.length > 0 && (
        <p>
          온도 기록이 모자라 목표를 지켰는지 모르는 때: <strong>{unjudgedWords(unjudged)}</strong>
        </p>
      )}
      {missed.length === 0 ? (
        judged > 0 && <p className="text-ink-soft">기록이 있는 {judged}개 기간에는 목표를 벗어난 때가 없습니다.</p>
      ) : (
        <table className="tabular w-full border-collapse text-left">
          <thead className="text-ink-soft">
            <tr>
              {['기간', STAGE, '목표보다 낮음', '목표보다 높음'].map((title) => (
                <th
                  key={title}
                  scope="col"
                  className={`py-1.5 pr-2 font-normal print:py-0.5 ${title === STAGE ? 'max-sm:hidden' : ''}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {missed.map((third) => (
              <MissedRow key={third.from} third={third} isPrinted={printed.has(third.from)} />
            ))}
          </tbody>
        </table>
      )}
      {missed.length > 0 && (
        <p data-screen-only className="text-age text-ink-soft">
          시간은 목표를 {formatNumber(TARGET_TOLERANCE_C, 1)} ℃ 이상 벗어난 값이 한 번이라도 있던 시간의 수입니다.
        </p>
      )}
      {left > 0 && (
        <p className="hidden text-ink-soft print:block">
          가장 오래 벗어난 {printed.size}개 기간입니다. 나머지 {left}개 기간은 내려받은 파일에 있습니다.
        </p>
      )}
    </Card>
  );
}

function MissedRow({ third, isPrinted }: { third: Missed[number]; isPrinted: boolean }) {
  const { from, season, belowC, aboveC, belowHours, aboveHours } = third;
  const cell = 'py-1.5 pr-2 align-top print:py-0.5';
  return (
    <tr className={isPrinted ? 'border-t border-line' : 'border-t border-line print:hidden'}>
      <th scope="row" className={`${cell} text-left font-normal`}>
        <span className="whitespace-nowrap">{thirdName(from)}</span>
        <span className="block text-ink-soft sm:hidden">{season}</span>
      </th>
      <td className={`${cell} max-sm:hidden`}>{season}</td>
      <td className={cell}>
        <Beyond degrees={belowC} hours={belowHours} sign="▼" />
      </td>
      <td className={cell}>
        <Beyond degrees={aboveC} hours={aboveHours} sign="▲" />
      </td>
    </tr>
  );
}

/** '▼2.3 ℃, 34시간'; '-' if the target was met. */
function Beyond({ degrees, hours, sign }: { degrees: number | null; hours: number; sign: '▼' | '▲' }) {
  if (hours === 0) return '-';
  return (
    <>
      <span className="whitespace-nowrap">
        {sign}
        {formatNumber(degrees, 1)} ℃,
      </span>{' '}
      <span className="whitespace-nowrap">{formatNumber(hours, 0)}시간</span>
    </>
  );
}

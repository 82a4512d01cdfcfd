import { startOfSeoulDate } from '#contract/time/time.ts';
import { MIN_PAST_NIGHTS, nightOnAt, type Outlook } from '#contract/weather/outlook.ts';
import { heatAdvice, isUnderLimit, lowestTonight } from '#contract/weather/outlook-advice.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatDate } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';

const cell = 'min-w-10 px-1 py-2 text-right sm:px-2';

/** The forecast of each house for tonight and tomorrow, with its accuracy and the limits of its crop. */
export function HouseNights({ outlook, now }: { outlook: Outlook; now: number }) {
  const houses = outlook.houses.filter(({ night, day }) => (night ?? day)?.pastCount);
  const outsideC = outlook.day && (outlook.day.correctedC ?? outlook.day.forecastC);
  const isErrorTold = houses.some(({ night, day }) => (night?.errorC ?? day?.errorC ?? null) !== null);
  const isOver = outlook.nightOn !== nightOnAt(now);
  if (isOver) {
    return (
      <p className="text-ink-soft">
        받아 둔 하우스 예상은 {formatDate(startOfSeoulDate(outlook.nightOn))} 밤의 것이라 보여 드리지 않습니다.
      </p>
    );
  }
  if (houses.length === 0) {
    return outlook.houses.length === 0 || !outlook.night ? null : (
      <p className="text-ink-soft">
        하우스에서 얼마나 내려갈지는 {MIN_PAST_NIGHTS}일 밤의 기록이 쌓이면 알려 드립니다. 아직 하루도 없습니다.
      </p>
    );
  }
  return (
    <div>
      <table className="tabular w-full border-collapse">
        <caption className="py-1 text-left font-bold">하우스에서는</caption>
        <thead>
          <tr className="border-b border-line align-bottom">
            <th scope="col" className="py-2 pr-2 text-left whitespace-nowrap">
              하우스
            </th>
            {['오늘 밤 최저 (℃)', '밤 한계', '다음 낮 최고 (℃)', '낮 한계'].map((title) => (
              <th key={title} scope="col" className={cell}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {houses.map((house) => (
            <tr key={house.areaName} className="border-b border-line">
              <th scope="row" className="py-2 pr-2 text-left font-normal">
                {house.areaName}
              </th>
              <Expected
                value={lowestTonight(house)}
                errorC={house.night?.errorC ?? null}
                pastCount={house.night?.pastCount ?? 0}
                isBeyond={isUnderLimit(house)}
                beyond="한계 아래"
              />
              <td className={classNames(cell, 'text-ink-soft')}>{limitText(house.night?.limitC)}</td>
              <Expected
                value={house.day?.expectedC ?? null}
                errorC={house.day?.errorC ?? null}
                pastCount={house.day?.pastCount ?? 0}
                isBeyond={heatAdvice(house.day, outsideC) !== null}
                beyond="한계 위"
              />
              <td className={classNames(cell, 'text-ink-soft')}>{limitText(house.day?.limitC)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-1 text-age text-ink-soft">
        지난 30일 동안 예보가 비슷했던 밤과 낮에 하우스가 실제로 어땠는지로 짐작합니다.
        {isErrorTold && ' ±는 그동안 빗나간 평균입니다.'}
      </p>
    </div>
  );
}

const limitText = (limitC: number | undefined) => formatNumber(limitC, Number.isInteger(limitC) ? 0 : 1);

type ExpectedProps = {
  value: number | null;
  errorC: number | null;
  pastCount: number;
  isBeyond: boolean;
  /** The text if it exceeds the limit. */
  beyond: string;
};

function Expected({ value, errorC, pastCount, isBeyond, beyond }: ExpectedProps) {
  if (value === null) {
    return (
      <td className={classNames(cell, 'text-ink-soft')}>
        {pastCount < MIN_PAST_NIGHTS ? `${MIN_PAST_NIGHTS - pastCount}일 더 모이면` : '-'}
      </td>
    );
  }
  return (
    <td className={cell}>
      <strong className={isBeyond ? 'text-warn-ink' : undefined}>{formatNumber(value, 1)}</strong>
      {errorC !== null && <span className="text-ink-soft"> ±{formatNumber(errorC, 1)}</span>}
      {isBeyond && <span className="block text-age text-warn-ink">{beyond}</span>}
    </td>
  );
}

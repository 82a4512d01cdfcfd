import type { Point } from '#contract/series/points.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { formatDate, formatDateTime, formatSpokenTime } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import type { ChartRange } from '#src/ui/chart/chart-series.ts';
import type { Choice } from './choice.ts';
import { type Compared, pointUnit, stationName } from './compared-series.tsx';
import { extremesOf } from './difference.ts';

type LiftSentenceProps = { choice: Choice; compared: Compared; shown: ChartRange };

/** The result of the comparison: the mean difference, and when it was largest and smallest. */
export function OutsideDifference({ choice, compared, shown }: LiftSentenceProps) {
  const { type, house, against } = choice;
  const { label } = channelTypes[type];
  if (!house) return <OutsideSentence choice={choice} compared={compared} shown={shown} />;
  const found = extremesOf(compared.lift?.points ?? []);
  const outside = stationName(against.station);
  if (!found) {
    return (
      <p className="text-lg text-ink-soft">
        이 기간에는 {withParticle(house.areaName, '과')} {withParticle(outside, '이')} 함께 잰 {label} 기록이 없습니다.
      </p>
    );
  }
  const { most, least, mean } = found;
  // The larger deviation comes first.
  const ends = Math.abs(most.value) >= Math.abs(least.value) ? [most, least] : [least, most];
  const [far] = ends;
  return (
    <>
      <p className="text-lg leading-snug">
        {house.areaName} 안이 바깥보다{' '}
        {ends.map(({ at, value }, index) => (
          <span key={index === 0 ? 'far' : 'near'}>
            {index > 0 && ', '}
            <Apart type={type} value={value} isReached={index === 0 || value * (far?.value ?? 0) < 0} />{' '}
            <When at={at} stepMs={compared.series[0]?.stepMs ?? 0} shown={shown} />
          </span>
        ))}
      </p>
      <p className="text-ink-soft">
        기간 평균은 <Apart type={type} value={mean} /> · 바깥은 {outside}
      </p>
    </>
  );
}

/** Without a sensor in a house: the values outside. */
function OutsideSentence({ choice: { type, outsides }, compared: { series }, shown }: LiftSentenceProps) {
  const { label, decimals, unit } = channelTypes[type];
  const isRain = type === 'RAINFALL';
  return (
    <>
      <p className="text-lg leading-snug">
        {outsides.map(({ station }, at) => {
          const points = series.find(({ key }) => key === station.kind)?.points ?? [];
          const found = extremesOf(points);
          return (
            <span key={station.kind}>
              {at > 0 && ', '}
              {stationName(station)}{' '}
              {!found ? (
                '기록 없음'
              ) : isRain ? (
                <strong className="tabular whitespace-nowrap">모두 {formatWithUnit(sumOf(points), 'mm', 1)}</strong>
              ) : (
                <>
                  최고{' '}
                  <strong className="tabular whitespace-nowrap">
                    {formatWithUnit(found.most.value, unit, decimals)}
                  </strong>{' '}
                  <When at={found.most.at} stepMs={series[0]?.stepMs ?? 0} shown={shown} />
                </>
              )}
            </span>
          );
        })}
      </p>
      <p className="text-ink-soft">하우스에 {withParticle(label, '을')} 재는 센서가 없어 바깥만 봅니다.</p>
    </>
  );
}

const sumOf = (points: readonly Point[]) => points.reduce((sum, [, , value]) => sum + value, 0);

type ApartProps = { type: Choice['type']; value: number; isReached?: boolean };

/** '8.2 ℃ 높음', '거의 같음'; with `isReached` as a bound: '8.2 ℃까지 높음', '적어도 1.3 ℃ 높음'. */
function Apart({ type, value, isReached }: ApartProps) {
  const { unit, decimals, draw } = channelTypes[type];
  const apart = formatWithUnit(Math.abs(value), pointUnit(unit), decimals);
  const [less, more] = draw === 'line' ? ['낮음', '높음'] : ['적음', '많음'];
  const isNothing = Number(formatNumber(Math.abs(value), decimals)) === 0;
  const before = isReached === false ? '적어도 ' : '';
  const after = isReached === true ? '까지' : '';
  return (
    <strong className="tabular whitespace-nowrap">
      {isNothing ? '거의 같음' : `${before}${apart}${after} ${value < 0 ? less : more}`}
    </strong>
  );
}

function When({ at, stepMs, shown }: { at: number; stepMs: number; shown: ChartRange }) {
  const isOneDay = shown.end - shown.begin <= 1.5 * DAY_MS;
  const when = isOneDay ? formatSpokenTime(at) : stepMs >= DAY_MS ? formatDate(at) : formatDateTime(at);
  return <span className="whitespace-nowrap text-ink-soft">{isOneDay ? `(${when})` : when}</span>;
}

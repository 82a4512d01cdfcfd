import type { SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes, hasEnds, isActuator } from '#contract/series/sensor-types.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { channelStateWords } from '#src/ui/channel-words.tsx';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { TrendArrow } from '#src/ui/figure.tsx';
import { trendOf } from './trend-of.tsx';

type ValueRowProps = { value: SensorValue; now: number };

/** One value per line: name, value, trend, age; where a type has words, these. */
export function ValueRow({ value: sensor, now }: ValueRowProps) {
  const { index, sensorName, type, value, intervalMs, date, isFlagged, isExcluded } = sensor;
  const { trend } = trendOf(sensor, now);
  return (
    <div
      {...(!isActuator(type) && { 'data-sensor': index })}
      className="flex flex-wrap items-baseline justify-between gap-x-1"
    >
      <dt className="text-ink-soft">{sensorName}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-1.5">
        <AgeBadge at={date === null ? null : Date.parse(date)} now={now} intervalMs={intervalMs} />
        {hasEnds(type) ? (
          <span className={value ? 'font-bold' : ''}>{channelStateWords(type, value)}</span>
        ) : (
          <span className="inline-flex items-center gap-x-1">
            <span className="tabular whitespace-nowrap">
              <span className="text-xl font-bold">{formatNumber(value, channelTypes[type].decimals)}</span>
              <span className="text-ink-soft"> {channelTypes[type].unit}</span>
            </span>
            {trend && <TrendArrow {...trend} className="size-4" />}
          </span>
        )}
      </dd>
      <ValueWarning isFlagged={isFlagged} isExcluded={isExcluded} />
    </div>
  );
}

/** Why a value is not used. */
export function ValueWarning({ isFlagged, isExcluded }: Pick<SensorValue, 'isFlagged' | 'isExcluded'>) {
  if (!isFlagged && !isExcluded) return null;
  return (
    <p className={`basis-full font-medium ${isFlagged ? 'text-warn-ink' : 'text-ink-soft'}`}>
      {isFlagged ? '있을 수 없는 값입니다. 센서를 확인해 주세요.' : '이 센서의 값은 지금 통계에서 제외합니다.'}
    </p>
  );
}

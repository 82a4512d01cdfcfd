import type { AreaValues } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { formatDate, formatSpokenTime } from '#src/lib/format-date.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';
import { sensorsOf } from './values-query.ts';

type NightSentenceProps = { areas: AreaValues };

/** The first answer of the day: how cold the coldest house was last night, and when. */
export function NightSentence({ areas }: NightSentenceProps) {
  const nights = sensorsOf(areas)
    .filter(({ type }) => type === 'TEMPERATURE')
    .flatMap(({ lastNight, areaName }) => (lastNight ? [{ ...lastNight.min, areaName }] : []))
    .sort((a, b) => a.value - b.value);
  const coldest = nights[0];
  if (!coldest) return <p className="text-xl font-semibold text-ink-soft">지난밤 기록이 아직 없습니다.</p>;
  const at = Date.parse(coldest.at);
  const { unit, decimals } = channelTypes.TEMPERATURE;
  return (
    <p className="text-xl leading-snug font-semibold sm:text-2xl">
      지난밤 최저{' '}
      <strong className="tabular whitespace-nowrap text-leaf-strong">
        {formatWithUnit(coldest.value, unit, decimals)}
      </strong>
      <span className="font-normal text-ink-soft">
        {' '}
        ({nights.length > 1 && `${coldest.areaName}, `}
        <time dateTime={coldest.at} title={formatDate(at)}>
          {formatSpokenTime(at)}
        </time>
        )
      </span>
    </p>
  );
}

import type { Target } from '#contract/monitor/monitor.ts';
import { type Aspect, channelTypes } from '#contract/series/sensor-types.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { formatDate } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import type { Comparison } from './largest-difference.ts';

const aspectWords: { readonly [A in Aspect]: string } = {
  dawnLow: '새벽 최저',
  dawnHigh: '새벽 최고',
  dayLow: '낮 최저',
  dayHigh: '낮 최고',
  low: '하루 최저',
  high: '하루 최고',
  mean: '하루 평균',
};

type DifferenceSentenceProps = {
  target: Target;
  comparison: Comparison | null;
  leadName: string;
  /** Names of the crops on either side: different crops need different climates. */
  crops: { own: readonly string[]; lead: readonly string[] };
  /** Whether the range is longer than a day, so that the sentence names the day. */
  hasDays: boolean;
};

/** The result of the comparison: which difference, and when. */
export function DifferenceSentence({ target, comparison, leadName, crops, hasDays }: DifferenceSentenceProps) {
  const { label, unit, decimals } = channelTypes[target.type];
  if (!comparison) {
    return <p className="text-lg text-ink-soft">이 기간에는 두 농장이 함께 잰 {label} 기록이 없습니다.</p>;
  }
  const { largest, own, lead } = comparison;
  const figure = (value: number) => formatWithUnit(value, unit, decimals);
  // Two percentages differ by percentage points.
  const apart = (value: number) => formatWithUnit(Math.abs(value), unit === '%' ? '%p' : unit, decimals);
  const meanGap = own.mean - lead.mean;
  const leadWords = crops.lead.length > 0 ? `${leadName}(${crops.lead.join(', ')})` : leadName;
  return (
    <>
      <p className="text-lg leading-snug sm:text-xl">
        {largest === null ? (
          <span className="text-ink-soft">함께 잰 시간이 짧아 하루의 차이는 아직 말할 수 없습니다.</span>
        ) : isNothing(largest.difference, decimals) ? (
          <strong>{withParticle(leadWords, '과')} 거의 같습니다.</strong>
        ) : (
          <strong>
            {leadWords}보다 {aspectWords[largest.aspect]}{' '}
            <span className="tabular whitespace-nowrap text-leaf-strong">{apart(largest.difference)}</span>{' '}
            {direction(target, largest.difference)}
          </strong>
        )}
      </p>
      {largest !== null && !isNothing(largest.difference, decimals) && (
        <p className="text-ink-soft">
          <span className="whitespace-nowrap">우리 {figure(largest.own)}</span>,{' '}
          <span className="whitespace-nowrap">선도농가 {figure(largest.lead)}</span>
          {hasDays && (
            <>
              {' · '}
              <span className="whitespace-nowrap">{formatDate(largest.day)}</span>
            </>
          )}
        </p>
      )}
      <p className="text-ink-soft">
        {isNothing(meanGap, decimals)
          ? '기간 평균은 같습니다.'
          : `기간 평균은 ${apart(meanGap)} ${direction(target, meanGap)}`}
      </p>
      {areOtherCrops(crops) && (
        <p className="text-ink-soft">
          작물이 다릅니다(우리 농장은 {crops.own.join(', ')}). 알맞은 값도 다를 수 있습니다.
        </p>
      )}
    </>
  );
}

/** Whether both sides have crops and none in common. */
function areOtherCrops({ own, lead }: DifferenceSentenceProps['crops']): boolean {
  return own.length > 0 && lead.length > 0 && !own.some((name) => lead.includes(name));
}

/** Whether the difference rounds to zero. */
function isNothing(difference: number, decimals: number): boolean {
  return Number(formatNumber(Math.abs(difference), decimals)) === 0;
}

function direction({ type }: Target, difference: number): string {
  if (channelTypes[type].draw !== 'line') return difference < 0 ? '적음' : '많음';
  return difference < 0 ? '낮음' : '높음';
}

import CircleCheck from 'lucide-react/icons/circle-check';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { WET_HUMIDITY } from '#contract/monitor/agronomic-formulas.ts';
import { diseaseWatch } from '#contract/monitor/disease-watch.ts';
import type { HumidityAnswer } from '#contract/monitor/humidity.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { diseaseNames, wetName } from './air-words.tsx';

type AirAnswerProps = {
  air: HumidityAnswer;
  /** The night of the sentence: '지난밤'. */
  nightName: string;
};

/** The risk of fungal diseases and its reason, in a sentence. */
export function AirAnswer({ air, nightName }: AirAnswerProps) {
  const watch = diseaseWatch(air);
  const hours = `${formatNumber(watch.wetHours, 1)}시간`;
  const tone = tones[watch.level];
  return (
    <div className={classNames('flex items-start gap-3 rounded-card', tone.className)}>
      <tone.Icon aria-hidden className="mt-1 size-6 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-lg leading-snug font-semibold sm:text-xl">
          {watch.level === 'none' ? (
            nightSentence(air, nightName)
          ) : (
            <>
              {watch.level === 'high' ? '병해 위험' : '병해 주의'}:{' '}
              {watch.period === 'lastNight' ? nightName : '24시간 사이 잇달아'} {wetName(air)}이{' '}
              <span className="tabular whitespace-nowrap">{hours}</span>이었습니다.
            </>
          )}
        </p>
        {watch.level !== 'none' && (
          <p>
            {watch.diseases.length > 0
              ? `${withParticle(air.season ?? '습한 때', '이라')} ${withParticle(watch.diseases.map((name) => diseaseNames[name]).join('과 '), '을')} 살펴 주세요. `
              : '잎과 열매에 병이 없는지 살펴 주세요. '}
            낮에 환기해 잎을 말리고, 밤에는 유동팬이나 난방으로 습도를 낮춰 주세요.
          </p>
        )}
      </div>
    </div>
  );
}

const tones = {
  none: { Icon: CircleCheck, className: 'text-ink' },
  watch: { Icon: TriangleAlert, className: 'bg-warn-surface p-4 text-warn-ink' },
  high: { Icon: OctagonAlert, className: 'bg-danger-surface p-4 text-danger-ink' },
} as const;

function nightSentence(air: HumidityAnswer, nightName: string): string {
  const { coveredHours, wetHours } = air.lastNight;
  if (coveredHours === 0) return `${nightName} 습도 기록이 없습니다.`;
  if (wetHours > 0) return `${nightName} ${wetName(air)}은 ${formatNumber(wetHours, 1)}시간으로, 병 걱정이 적습니다.`;
  const dry = air.leafSensor ? '넘지 않고 잎도 젖지 않아' : '넘지 않아';
  return `${nightName} 습도가 ${WET_HUMIDITY} %를 ${dry} 병 걱정이 적습니다.`;
}

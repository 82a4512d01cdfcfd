import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Climate, NightCold } from '#contract/monitor/climate.ts';
import { formatClock, formatDate, formatDuration, formatNight } from '#src/lib/format-date.ts';
import { AirDetails } from './air-details.tsx';
import { celsius } from './celsius.ts';

type NightSentenceProps = {
  /** Undefined while loading. */
  climate: Climate | undefined;
  /** The server's time, epoch ms. */
  now: number;
};

type HouseNight = NightCold & { areaName: string | null };

/** The house with the worst night: the furthest below its limit, otherwise the coldest; named if there are several. */
export function worstNight({ houses }: Climate): HouseNight | undefined {
  const nights = houses.flatMap(({ areaName, lastNight }) => (lastNight ? [{ ...lastNight, areaName }] : []));
  const missed = ({ lowC, min }: NightCold) => Math.max(0, lowC === null ? 0 : lowC - min.value);
  const [worst] = nights.toSorted((a, b) => missed(b) - missed(a) || a.min.value - b.min.value);
  return worst && { ...worst, areaName: nights.length > 1 ? worst.areaName : null };
}

/** How cold it got last night, or so far tonight: where and when, compared with the target; expands to the reasons. */
export function NightSentence({ climate, now }: NightSentenceProps) {
  const worst = climate && worstNight(climate);
  // Reserves the maximum height, so that the layout does not shift when the sentence appears.
  const look = 'min-h-[2lh] text-xl leading-snug font-semibold sm:min-h-[1lh] sm:text-2xl';
  if (!worst) return <p className={`${look} text-ink-soft`}>{climate && '밤 기록이 아직 없습니다.'}</p>;
  return (
    <details className="group">
      <summary className="flex items-baseline justify-between gap-2 rounded-lg">
        <span className={`block ${look}`}>
          <NightWords night={worst} now={now} />
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <AirDetails climate={climate} night={worst} />
    </details>
  );
}

/** '지난밤 최저 3.1 ℃ (2동, 05:20), 목표보다 1.9 ℃ 낮음 · 2시간 10분' */
export function NightWords({ night, now }: { night: HouseNight; now: number }) {
  const { min, areaName, sunriseAt } = night;
  return (
    <>
      {formatNight(sunriseAt, now)} 최저 <strong className="tabular whitespace-nowrap">{celsius(min.value)}</strong>{' '}
      <span className="font-normal whitespace-nowrap text-ink-soft">
        ({areaName !== null && `${areaName}, `}
        <time dateTime={new Date(min.at).toISOString()} title={formatDate(min.at)}>
          {formatClock(min.at)}
        </time>
        )
      </span>
      <Against night={night} />
    </>
  );
}

/** ', 목표보다 1.9 ℃ 낮음 · 2시간 10분'; nothing without a target. */
function Against({ night: { lowC, min, belowMs } }: { night: NightCold }) {
  if (lowC === null) return null;
  if (min.value >= lowC) {
    return (
      <>
        , <span className="font-normal whitespace-nowrap text-ink-soft">목표 {celsius(lowC)} 지킴</span>
      </>
    );
  }
  return (
    <>
      ,{' '}
      <span className="whitespace-nowrap text-warn-ink">
        목표보다 <strong className="tabular">{celsius(lowC - min.value)}</strong> 낮음
      </span>
      <span className="whitespace-nowrap text-warn-ink"> · {formatDuration(belowMs)}</span>
    </>
  );
}

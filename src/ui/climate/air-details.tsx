import type { AirHint } from '#contract/monitor/air-hints.ts';
import { airHintWords } from '#contract/monitor/air-hints-text.ts';
import type { Climate, DayHeat, NightCold } from '#contract/monitor/climate.ts';
import { formatClock, formatDuration } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { celsius } from './celsius.ts';

type HouseDay = DayHeat & { areaName: string | null };

/** The house with the hottest day: the furthest above its limit, otherwise the hottest; named if there are several. */
function hottestDay({ houses }: Climate): HouseDay | undefined {
  const days = houses.flatMap(({ areaName, lastDay }) => (lastDay ? [{ ...lastDay, areaName }] : []));
  const missed = ({ highC, max }: DayHeat) => Math.max(0, highC === null ? 0 : max.value - highC);
  const [worst] = days.toSorted((a, b) => missed(b) - missed(a) || b.max.value - a.max.value);
  return worst && { ...worst, areaName: days.length > 1 ? worst.areaName : null };
}

/** The details behind the night of the worst house, whether the others agree, the day's heat, and the guidance. */
export function AirDetails({ climate, night }: { climate: Climate; night: NightCold }) {
  const day = hottestDay(climate);
  const parts = [othersWords(climate), ...nightWords(night)].filter((part) => part !== null);
  const hints = [...new Set([night.hint, day?.hint ?? null])].filter((hint) => hint !== null);
  return (
    <div className="pb-2 text-ink-soft">
      {parts.length > 0 && <p>{parts.join(' · ')}</p>}
      {day && <p>{dayWords(day)}</p>}
      {hints.map((hint) => (
        <Hint key={hint} hint={hint} />
      ))}
    </div>
  );
}

/** Whether the other houses agree; null if there is only one, or without a target. */
function othersWords({ houses }: Climate): string | null {
  const aimed = houses.flatMap(({ lastNight }) => (lastNight && lastNight.lowC !== null ? [lastNight] : []));
  const below = aimed.filter(({ min, lowC }) => lowC !== null && min.value < lowC).length;
  if (aimed.length < 2) return null;
  if (below === 0) return '모든 동이 목표를 지켰습니다';
  return below === aimed.length
    ? '모든 동이 목표보다 낮았습니다'
    : `${aimed.length}개 동 가운데 ${below}개 동이 낮았습니다`;
}

/** '모자란 온도 6.0 ℃·시간', '온도계 2개 중 1개', '난방 2시간', '측창 닫힘', '커튼 10시간'. */
function nightWords({ degreeHours, sensors, counted, heaterMs, ventMs, curtainMs }: NightCold): string[] {
  const ran = (name: string, ms: number | null, rest: string) =>
    ms === null ? [] : [ms > 0 ? `${name} ${formatDuration(ms)}` : `${name} ${rest}`];
  return [
    ...(degreeHours > 0 ? [`모자란 온도 ${formatNumber(degreeHours, 1)} ℃·시간`] : []),
    ...(sensors > 1 || counted < sensors ? [`온도계 ${sensors}개 중 ${counted}개`] : []),
    ...ran('난방', heaterMs, '꺼짐'),
    ...ran('측창 열림', ventMs, '없음'),
    ...ran('커튼', curtainMs, '걷음'),
  ];
}

/** '낮 최고 27.3 ℃ (2동, 13:20), 목표보다 2.3 ℃ 높음 · 1시간 20분' */
function dayWords({ max, highC, aboveMs, areaName }: HouseDay): string {
  const where = areaName === null ? formatClock(max.at) : `${areaName}, ${formatClock(max.at)}`;
  const maximum = `낮 최고 ${celsius(max.value)} (${where})`;
  if (highC === null) return maximum;
  if (max.value <= highC) return `${maximum}, 목표 ${celsius(highC)} 안`;
  return `${maximum}, 목표보다 ${celsius(max.value - highC)} 높음 · ${formatDuration(aboveMs)}`;
}

function Hint({ hint }: { hint: AirHint }) {
  const { message, source } = airHintWords[hint];
  return (
    <p>
      {message}{' '}
      <a
        href={source.url}
        target="_blank"
        rel="noreferrer"
        title={source.title}
        className="font-medium text-leaf underline underline-offset-4"
      >
        근거
      </a>
    </p>
  );
}

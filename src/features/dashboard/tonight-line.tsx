import { Link } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { HOUR_MS, seoulDate, seoulParts } from '#contract/time/time.ts';
import {
  type HouseOutlook,
  MIN_PAST_NIGHTS,
  NIGHT_HOURS,
  nightOnAt,
  type Outlook,
  SHOWN_FROM_HOUR,
} from '#contract/weather/outlook.ts';
import { isUnderLimit, lowestTonight } from '#contract/weather/outlook-advice.ts';
import { formatAge } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import { celsius } from '#src/ui/climate/celsius.ts';

/** Forecasts are issued every three hours: at this age two are missing, ms. */
const OLD_FORECAST_MS = 9 * HOUR_MS;

/** Whether the dashboard shows a night at `now`: from the afternoon before until it is told as the last night. */
function isTonightTold(now: number, sunriseAt: number | null): boolean {
  const { hour } = seoulParts(now);
  const hasRisen = sunriseAt !== null && sunriseAt <= now && seoulDate(sunriseAt) === seoulDate(now);
  return hour >= SHOWN_FROM_HOUR || (hour < NIGHT_HOURS.to - 24 && !hasRisen);
}

type TonightLineProps = {
  /** Undefined while loading. */
  outlook: Outlook | undefined;
  /** Whether it is the device's copy because the server did not answer. */
  isFallback?: boolean | undefined;
  /** When the night ends of which the sentence above tells, epoch ms; null while unknown. */
  sunriseAt?: number | null | undefined;
  now: number;
};

/** Tonight's forecast minimum for the house closest to its limit; the others when expanded. */
export function TonightLine({ outlook, isFallback = false, sunriseAt = null, now }: TonightLineProps) {
  if (!isTonightTold(now, sunriseAt)) return null;
  const shownOutlook = outlook?.nightOn === nightOnAt(now) ? outlook : undefined;
  const [worst, ...others] = shownOutlook ? worstFirst(shownOutlook.houses) : [];
  // Reserves the maximum height, so that the layout does not shift.
  const look = 'min-h-[2lh] leading-snug sm:min-h-[1lh]';
  if (!worst?.night || !shownOutlook || lowestTonight(worst) === null)
    return <p className={`${look} text-ink-soft`}>{outlook && <NoOutlook outlook={shownOutlook} />}</p>;
  const line = (
    <>
      <NightOf house={worst} isNamed={others.length > 0} />
      <ForecastAge issuedAt={shownOutlook.issuedAt} isFallback={isFallback} now={now} />
    </>
  );
  if (others.length === 0) return <p className={look}>{line}</p>;
  return (
    <details className="group leading-snug">
      {/* Two lines and what lies around them are as high as a touch target. */}
      <summary className="flex cursor-pointer justify-between gap-2 rounded-lg max-sm:-my-0.5 max-sm:py-0.5">
        <span className={`block ${look}`}>{line}</span>
        <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="pt-1 text-ink-soft">
        {others.map((house) => (
          <li key={house.areaName}>
            <NightOf house={house} isNamed />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The houses closest to or furthest below their limit first; unknown ones last. */
function worstFirst(houses: readonly HouseOutlook[]): HouseOutlook[] {
  const above = (house: HouseOutlook) => {
    const lowest = lowestTonight(house);
    return lowest === null || !house.night ? Number.MAX_VALUE : lowest - house.night.limitC;
  };
  // A house without a measured night, such as one with a test device, is left out.
  const measured = houses.filter(({ night }) => night !== null && night.pastCount > 0);
  return measured.toSorted((a, b) => above(a) - above(b));
}

/** '오늘 밤 예상 최저 2.8 ℃ (2동, ±1.1), 한계 3 ℃보다 낮을 수 있습니다' */
function NightOf({ house, isNamed }: { house: HouseOutlook; isNamed: boolean }) {
  const { night, areaName, measuredC } = house;
  const lowest = lowestTonight(house);
  if (!night || lowest === null || night.expectedC === null) {
    return `${areaName}: ${(night?.pastCount ?? 0) < MIN_PAST_NIGHTS ? `아직 ${night?.pastCount ?? 0}일 밤뿐입니다` : '난방 설정이 바뀌어 며칠 뒤부터 알려 드립니다'}`;
  }
  const isReached = measuredC !== null && measuredC <= night.expectedC;
  const isUnder = isUnderLimit(house);
  const limit = formatWithUnit(night.limitC, '℃', Number.isInteger(night.limitC) ? 0 : 1);
  const notes = [
    isNamed ? areaName : null,
    isReached || night.errorC === null ? null : `±${formatNumber(night.errorC, 1)}`,
  ];
  const note = notes.filter((one) => one !== null).join(', ');
  return (
    <>
      오늘 밤 {isReached ? '벌써' : '예상'} 최저{' '}
      <strong className="tabular whitespace-nowrap">{celsius(lowest)}</strong>
      {note && <span className="tabular whitespace-nowrap text-ink-soft"> ({note})</span>},{' '}
      {isUnder ? (
        <strong className="inline-block text-warn-ink">
          한계 {limit}보다 {isReached ? '낮습니다' : '낮을 수 있습니다'}
        </strong>
      ) : (
        <span className="inline-block text-ink-soft">한계 {limit}는 지킬 것으로 보입니다</span>
      )}
    </>
  );
}

/** Why there is no forecast for tonight. */
function NoOutlook({ outlook }: { outlook: Outlook | undefined }) {
  if (!outlook?.night && outlook?.isPlaced === false) {
    return (
      <>
        농장의 위치를 넣으면 오늘 밤 최저 기온을 미리 알려 드립니다.{' '}
        <Link to="/cms/farm/farm-manage" className="font-medium text-leaf underline underline-offset-4">
          농장 정보
        </Link>
      </>
    );
  }
  if (!outlook?.night) return '오늘 밤의 예보를 받지 못해 예상 최저를 알 수 없습니다.';
  const { forecastC, correctedC } = outlook.night;
  const count = Math.max(0, ...outlook.houses.map(({ night }) => night?.pastCount ?? 0));
  const outside = `바깥 예상 최저 ${celsius(correctedC ?? forecastC)}.`;
  if (count >= MIN_PAST_NIGHTS) return `${outside} 난방 설정이 바뀌어 하우스는 며칠 뒤부터 다시 알려 드립니다.`;
  const soFar = count > 0 ? `아직 ${count}일 밤뿐이라 ` : '';
  return `${outside} ${soFar}하우스는 ${MIN_PAST_NIGHTS}일 밤이 쌓이면 알려 드립니다.`;
}

type ForecastAgeProps = { issuedAt: string | null; isFallback: boolean; now: number };

/** The age of the forecast, if newer ones are missing or the server did not answer. */
function ForecastAge({ issuedAt, isFallback, now }: ForecastAgeProps) {
  if (issuedAt === null) return null;
  const ageMs = now - Date.parse(issuedAt);
  if (ageMs >= OLD_FORECAST_MS) {
    return <span className="whitespace-nowrap text-warn-ink"> · {formatAge(ageMs)} 예보라 어긋날 수 있습니다</span>;
  }
  return isFallback && <span className="whitespace-nowrap text-ink-soft"> · {formatAge(ageMs)} 예보</span>;
}

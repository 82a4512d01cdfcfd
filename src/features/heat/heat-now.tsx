import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import { type HeatStretch, heatDay, heatTargetAt } from '#contract/heat/heat-target.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { ageTone } from '#src/lib/age-tone.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { AgeBadge } from '#src/ui/age-badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { celsius, reasonWords } from './heat-words.tsx';
import { coldestOf, type HouseTemperature } from './house-temperature.ts';

type HeatNowProps = {
  settings: HeatSettings;
  calendar: HeatCalendar | null;
  /** Undefined while they are asked for. */
  houses: readonly HouseTemperature[] | undefined;
  now: number;
};

/** The answer of the page: what is aimed at now, what there is now, and what the heaters do about it. */
export function HeatNow({ settings, calendar, houses, now }: HeatNowProps) {
  const target = heatTargetAt(settings, calendar, now);
  const next = nextStretch(settings, calendar, now);
  const coldest = houses && coldestOf(houses);
  const date = coldest?.temperature.date;
  const measuredAt = date ? Date.parse(date) : null;
  const age = coldest ? ageTone(measuredAt, now, coldest.temperature.intervalMs) : 'fresh';
  const isCurrent = age === 'fresh' || age === 'aging';
  const judgement = coldest && isCurrent ? judge(coldest, target.targetC) : undefined;
  return (
    <Card aria-labelledby="heat-now" className="flex flex-col gap-3" age={age}>
      <h2 id="heat-now" className="sr-only">
        지금
      </h2>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
        <div>
          <p className="text-ink-soft">
            지금 목표 <span className="font-semibold text-ink">({reasonWords(target)})</span>
          </p>
          <Figure value={formatNumber(target.targetC, 1)} unit="℃" />
          {next && (
            <p className="tabular text-ink-soft">
              {formatClock(next.from)}부터 {celsius(next.targetC)}
            </p>
          )}
        </div>
        <div>
          <p className="text-ink-soft">
            현재{' '}
            {coldest && (
              <span className="font-semibold text-ink">
                ({coldest.areaName}
                {(houses?.length ?? 0) > 1 && ', 최저'})
              </span>
            )}
          </p>
          <Figure value={formatNumber(coldest?.temperature.value, 1)} unit="℃" />
          {coldest && <AgeBadge at={measuredAt} now={now} intervalMs={coldest.temperature.intervalMs} />}
          {houses && !coldest && <p className="text-ink-soft">온도 센서의 값이 없습니다.</p>}
        </div>
        {houses?.some(({ isHeating }) => isHeating !== undefined) && (
          <ul className="col-span-full flex flex-wrap gap-x-5 border-line max-md:border-t max-md:pt-3 md:col-span-1 md:flex-col md:border-l md:pl-5">
            {houses.map(({ areaName, temperature, isHeating }) => (
              <li key={areaName} className="tabular">
                <span className="text-ink-soft">{areaName}</span> {celsius(temperature.value ?? Number.NaN)}
                {isHeating !== undefined && isCurrent && (
                  <span className={isHeating ? 'font-semibold text-accent-ink' : 'text-ink-soft'}>
                    {isHeating ? ' · 난방기 켜짐' : ' · 난방기 꺼짐'}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {judgement !== undefined && <p className="text-lg font-semibold">{judgement}</p>}
    </Card>
  );
}

/** When the target changes next, within a day. */
function nextStretch(settings: HeatSettings, calendar: HeatCalendar | null, now: number): HeatStretch | undefined {
  const { targetC } = heatTargetAt(settings, calendar, now);
  const coming = [...heatDay(settings, calendar, now), ...heatDay(settings, calendar, now + DAY_MS)];
  return coming.find((one) => one.from > now && one.from < now + DAY_MS && one.targetC !== targetC);
}

/** How far the coldest house is from its target, and what its heater does about it. */
function judge({ temperature, isHeating }: HouseTemperature, targetC: number): string | undefined {
  if (temperature.value === null) return undefined;
  const above = temperature.value - targetC;
  const distance = celsius(Math.abs(above));
  if (Math.abs(above) < 0.05) return '목표와 같습니다.';
  if (isHeating === true) {
    return above < 0
      ? `목표보다 ${distance} 낮아 난방기가 돌고 있습니다.`
      : `목표보다 ${distance} 높고, 편차만큼 오를 때까지 난방기가 돌고 있습니다.`;
  }
  if (above < 0) return `목표보다 ${distance} 낮습니다.`;
  return isHeating === false ? `목표보다 ${distance} 높아 난방기가 쉬고 있습니다.` : `목표보다 ${distance} 높습니다.`;
}

import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import { type HeatStretch, type HeatTarget, heatDay, heatTargetAt, isAimed } from '#contract/heat/heat-target.ts';
import { staleness } from '#contract/series/staleness.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { celsius } from '#src/ui/climate/celsius.ts';
import { AgeBadge } from '#src/ui/feedback/age-badge.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { reasonWords } from './heat-words.tsx';
import { coldestOf, type HouseTemperature } from './house-temperature.ts';

type HeatNowProps = {
  settings: HeatSettings;
  calendar: HeatCalendar | null;
  /** Undefined while loading. */
  houses: readonly HouseTemperature[] | undefined;
  now: number;
};

/** The current target, the current temperature, and the state of the heaters. */
export function HeatNow({ settings, calendar, houses, now }: HeatNowProps) {
  const target = heatTargetAt(settings, calendar, now);
  const next = nextStretch(settings, calendar, now);
  const coldest = houses && coldestOf(houses);
  const date = coldest?.temperature.date;
  const measuredAt = date ? Date.parse(date) : null;
  const age = coldest ? staleness(measuredAt, coldest.temperature.intervalMs, now).tone : 'fresh';
  const isCurrent = age === 'fresh' || age === 'aging';
  const judgement = coldest && isCurrent ? judge(coldest, target, settings.hysteresisC) : undefined;
  return (
    <Card aria-labelledby="heat-now" className="flex flex-col gap-3" age={age}>
      <h2 id="heat-now" className="sr-only">
        지금
      </h2>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
        <Aim target={target} next={next} />
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
      {judgement !== undefined && (
        <p className="text-lg font-semibold">
          {coldest &&
            (houses?.length ?? 0) > 1 &&
            coldest.areaName !== '' &&
            `${withParticle(coldest.areaName, '은')} `}
          {judgement}
        </p>
      )}
    </Card>
  );
}

type AimProps = { target: HeatTarget; next: HeatStretch | undefined };

/** The current target. With heating off there is none: the frost guard only prevents frost. */
function Aim({ target, next }: AimProps) {
  const from = next && `${formatClock(next.from)}부터 ${celsius(next.targetC)}`;
  if (!isAimed(target)) {
    return (
      <div>
        <p className="text-ink-soft">지금 목표</p>
        <p className="text-figure-md font-bold">없음</p>
        <p className="tabular text-ink-soft">
          {target.by === 'off' ? '난방을 꺼 두었습니다.' : '자연온도로 두는 때입니다.'} {celsius(target.targetC)} 아래로
          내려갈 때만 켭니다(서리방지).
        </p>
        {from && <p className="tabular text-ink-soft">{from}</p>}
      </div>
    );
  }
  return (
    <div>
      <p className="text-ink-soft">
        지금 목표 <span className="font-semibold text-ink">({reasonWords(target)})</span>
      </p>
      <Figure value={formatNumber(target.targetC, 1)} unit="℃" />
      {from && <p className="tabular text-ink-soft">{from}</p>}
    </div>
  );
}

/** The next change of the target within a day. */
function nextStretch(settings: HeatSettings, calendar: HeatCalendar | null, now: number): HeatStretch | undefined {
  const { targetC } = heatTargetAt(settings, calendar, now);
  const coming = [...heatDay(settings, calendar, now), ...heatDay(settings, calendar, now + DAY_MS)];
  return coming.find((one) => one.from > now && one.from < now + DAY_MS && one.targetC !== targetC);
}

/** How far the coldest house is below its target or the frost guard, and the state of its heater. */
function judge(
  { temperature, isHeating }: HouseTemperature,
  target: HeatTarget,
  hysteresisC: number,
): string | undefined {
  if (temperature.value === null) return undefined;
  const above = temperature.value - target.targetC;
  if (!isAimed(target) && above >= 0) return undefined;
  const aim = isAimed(target) ? '목표' : '서리방지 최저';
  const distance = celsius(Math.abs(above));
  if (Math.abs(above) < 0.05) return `${aim}와 같습니다.`;
  if (isHeating === true) {
    return above < 0
      ? `${aim}보다 ${distance} 낮아 난방기가 돌고 있습니다.`
      : `${aim}보다 ${distance} 높고, ${celsius(hysteresisC)}(편차) 높아질 때까지 난방기가 돌고 있습니다.`;
  }
  if (above < 0) return `${aim}보다 ${distance} 낮습니다.`;
  return isHeating === false
    ? `${aim}보다 ${distance} 높아 난방기가 쉬고 있습니다.`
    : `${aim}보다 ${distance} 높습니다.`;
}

import type { Farm } from '#contract/farm/farm.ts';
import type { Climate } from '#contract/monitor/climate.ts';
import type { ChannelQuality, Quality } from '#contract/quality/quality.ts';
import { formatClock, formatDate } from '#src/lib/format-date.ts';
import { NightWords, worstNight } from '#src/ui/climate/night-sentence.tsx';
import type { HouseValues } from './house-values.ts';
import { judgementOf } from './judgement.tsx';
import { alarmsOf, WallAlarms } from './wall-alarms.tsx';
import { WallHouse } from './wall-house.tsx';

type WallViewProps = {
  farm: Pick<Farm, 'farmName' | 'isSimulated'>;
  houses: readonly HouseValues[];
  climate: Climate | undefined;
  sensors: readonly ChannelQuality[];
  control: Quality['control'];
  now: number;
};

/** Up to four houses use the columns that give the largest tiles; more are three side by side. */
const columns = ['grid-cols-1', 'landscape:grid-cols-2', 'landscape:grid-cols-3', 'grid-cols-2'] as const;
const MANY = 'grid-cols-2 landscape:grid-cols-3';

/**
 * The farm, readable from three metres: alarms first, then the time, last night and every house. The shell is hidden
 * (src/styles.css), because nobody operates a menu from there.
 */
export function WallView({ farm, houses, climate, sensors, control, now }: WallViewProps) {
  const worst = climate && worstNight(climate);
  return (
    <div
      data-wall
      className="fade-in fixed inset-0 z-50 flex flex-col gap-3 overflow-y-auto bg-surface p-4 text-[2rem] leading-tight"
    >
      <WallAlarms alarms={alarmsOf(houses, climate, sensors, control, now)} />
      <header className="flex flex-wrap items-baseline justify-end gap-x-4">
        <h1 className="mr-auto font-bold">{farm.farmName}</h1>
        {farm.isSimulated && <p className="text-ink-soft">모의 데이터</p>}
        <p className="text-ink-soft">{formatDate(now)}</p>
        <p className="tabular text-[3rem] leading-none font-bold">{formatClock(now)}</p>
      </header>
      {worst && (
        <p>
          <NightWords night={worst} now={now} />
        </p>
      )}
      <ul className={`grid min-h-0 flex-1 auto-rows-fr gap-3 ${columns[houses.length - 1] ?? MANY}`}>
        {houses.map((house) => (
          <li key={house.areaName} className="min-h-40 min-w-0 [container-type:size]">
            <WallHouse house={house} judgement={judgementOf(house.air, climate, now)} now={now} />
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { CSSProperties } from 'react';
import type { CropSeason } from '#contract/growth-calendar/crop-year.ts';
import { addSeoulMonths } from '#contract/monitor/statistics.ts';
import { DAY_MS, seoulMonth, startOfSeoulDate } from '#contract/time/time.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatDayOfYear } from '#src/lib/format-date.ts';
import { Card } from '#src/ui/card.tsx';

type SeasonStagesProps = {
  season: CropSeason;
  /** The server's time, epoch ms. */
  now: number;
};

/** The growth stages: as a bar between two bud breaks, and as a list with days. */
export function SeasonStages({ season, now }: SeasonStagesProps) {
  return (
    <Card aria-labelledby="season-stages" className="flex flex-col gap-4">
      <h2 id="season-stages" className="text-lg font-bold">
        생육 단계
      </h2>
      <TimeLine season={season} now={now} />
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3 print:gap-y-0">
        {season.stages.map(({ season: name, from, to }, at) => (
          <li
            key={from}
            {...(from <= now && now < to && { 'aria-current': 'date' })}
            className="flex items-baseline gap-x-2 rounded-lg px-2 py-1 aria-[current]:bg-accent-tint"
          >
            <span aria-hidden className="tabular w-6 shrink-0 text-right text-ink-soft">
              {at + 1}
            </span>
            <span className="flex min-w-0 flex-wrap gap-x-2">
              <span className="font-semibold">{name}</span>
              <span className="tabular text-ink-soft">
                <span className="whitespace-nowrap">{formatDayOfYear(from)} ~</span>{' '}
                <span className="whitespace-nowrap">{formatDayOfYear(to - 1)}</span>
              </span>
              {from <= now && now < to && <span className="font-semibold text-accent-ink">지금</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** A stage with a smaller share of the season has no room for its number on a phone. */
const NUMBERED_SHARE = 0.06;

/** The season to scale; the list below has the same content as text. */
function TimeLine({ season: { stages, fullBloomOn, harvest }, now }: SeasonStagesProps) {
  const begin = stages[0]?.from ?? now;
  const end = Math.max(begin + DAY_MS, stages.at(-1)?.to ?? now);
  const shareOf = (at: number) => Math.min(1, Math.max(0, (at - begin) / (end - begin)));
  const across = (from: number, to: number): CSSProperties => ({
    left: percent(shareOf(from)),
    width: percent(shareOf(to) - shareOf(from)),
  });
  const today = percent(shareOf(now));
  return (
    <div aria-hidden className="tabular relative text-age">
      <span className="absolute top-0 bottom-5 z-10 w-0.5 -translate-x-1/2 bg-accent-ink" style={{ left: today }} />
      <div className="relative h-6">
        <span
          className="absolute z-20 rounded-sm bg-card px-1 font-semibold text-accent-ink"
          style={{ left: today, transform: `translateX(-${today})` }}
        >
          오늘
        </span>
      </div>
      <div className="relative h-9">
        {stages.map(({ from, to }, at) => (
          <span
            key={from}
            style={across(from, to)}
            className={classNames(
              'absolute inset-y-0 flex items-center justify-center border-r-2 border-card',
              to <= now ? 'bg-chart-band' : from <= now ? 'bg-accent font-bold text-on-accent' : 'bg-sunken',
            )}
          >
            {shareOf(to) - shareOf(from) >= NUMBERED_SHARE && at + 1}
          </span>
        ))}
      </div>
      <div className="relative mt-1 h-6">
        <span
          className="absolute border-l-2 border-leaf pl-1 text-leaf"
          style={{ left: percent(shareOf(startOfSeoulDate(fullBloomOn))) }}
        >
          만개
        </span>
        {harvest && <Harvest harvest={harvest} across={across} />}
      </div>
      <div className="relative h-5 border-t border-line text-ink-soft">
        {everySecondMonth(begin, end).map((month) => (
          <span
            key={month}
            className="absolute border-l border-line-strong pl-1"
            style={{ left: percent(shareOf(startOfSeoulDate(`${month}-01`))) }}
          >
            {Number(month.slice(5))}월
          </span>
        ))}
      </div>
    </div>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

type HarvestProps = {
  harvest: NonNullable<CropSeason['harvest']>;
  across: (from: number, to: number) => CSSProperties;
};

/** The expected harvest, with its uncertainty paler on both sides. */
function Harvest({ harvest: { fromOn, toOn, spreadDays }, across }: HarvestProps) {
  const from = startOfSeoulDate(fromOn);
  const to = startOfSeoulDate(toOn) + DAY_MS;
  const spread = spreadDays * DAY_MS;
  return (
    <>
      <span className="absolute inset-y-1.5 bg-accent-tint" style={across(from - spread, to + spread)} />
      <span
        className="absolute inset-y-0 flex items-center justify-center overflow-hidden rounded-sm bg-accent-tint whitespace-nowrap text-accent-ink inset-ring-1 inset-ring-accent"
        style={across(from, to)}
      >
        수확
      </span>
    </>
  );
}

/** Every second Seoul month that begins within the season, yyyy-MM. */
function everySecondMonth(begin: number, end: number): string[] {
  const months: string[] = [];
  for (let month = addSeoulMonths(seoulMonth(begin - 1), 1); startOfSeoulDate(`${month}-01`) < end; ) {
    months.push(month);
    month = addSeoulMonths(month, 2);
  }
  return months;
}

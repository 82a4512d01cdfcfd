import { useId } from 'react';
import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import { type HeatStretch, heatDay, isAimed } from '#contract/heat/heat-target.ts';
import { heatReasonWords } from '#contract/heat/heat-text.ts';
import { nightsBetween } from '#contract/time/sun.ts';
import { DAY_MS, HOUR_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { celsius } from '#src/ui/climate/celsius.ts';
import { DayHours } from '#src/ui/climate/day-hours.tsx';
import { reasonWords } from './heat-words.tsx';
import { type LabelPlace, labelPlace } from './label-place.ts';

type HeatPictureProps = {
  settings: HeatSettings;
  calendar: HeatCalendar | null;
  now: number;
  /** The temperature of the coldest house now, ℃. */
  currentC: number | undefined;
};

/** Margin above and below the drawing, ℃. */
const MARGIN_C = 2;
/** A narrower range of time has no room for its label, ms. */
const LABEL_ROOM_MS = 1.75 * HOUR_MS;
/** The viewBox is a square of this size, stretched to the container. */
const SIDE = 1_000;

/** Today's target as a line; it follows edits of the settings. */
export function HeatPicture({ settings, calendar, now, currentC }: HeatPictureProps) {
  const id = useId();
  const begin = startOfSeoulDay(now);
  const stretches = heatDay(settings, calendar, now);
  const aimed = stretches.filter(isAimed);
  const known = [
    settings.frostGuardC,
    ...stretches.map(({ targetC }) => targetC),
    ...(currentC === undefined ? [] : [currentC]),
  ];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const low = least - MARGIN_C;
  // The label of the highest target is above its line.
  const high = most + Math.max(MARGIN_C, settings.hysteresisC, (most - low) / 4);
  const x = (at: number) => ((at - begin) / DAY_MS) * SIDE;
  const y = (degrees: number) => SIDE - ((degrees - low) / (high - low)) * SIDE;
  const box = (from: number, to: number, top: number, bottom: number) => ({
    x: x(from),
    y: y(top),
    width: x(to) - x(from),
    height: y(bottom) - y(top),
  });
  const nights = nightsBetween(begin, begin + DAY_MS).map(({ from, to }) => ({
    from: Math.max(from, begin),
    to: Math.min(to, begin + DAY_MS),
  }));
  const line = aimed.map((one) => `${x(one.from)},${y(one.targetC)} ${x(one.to)},${y(one.targetC)}`).join(' ');

  return (
    <figure aria-labelledby={id} className="flex flex-col gap-1">
      <figcaption id={id} className="font-semibold">
        오늘 하루의 목표
      </figcaption>
      <div aria-hidden="true" className="relative h-44 sm:h-56">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${SIDE} ${SIDE}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-hidden rounded-lg bg-card inset-ring inset-ring-line"
        >
          {nights.map(({ from, to }) => (
            <rect key={from} {...box(from, to, high, low)} className="fill-chart-night" />
          ))}
          <rect {...box(begin, begin + DAY_MS, settings.frostGuardC, low)} className="fill-danger-surface" />
          {aimed.map((one) => (
            <rect
              key={one.from}
              {...box(one.from, one.to, one.targetC + settings.hysteresisC, one.targetC)}
              className="fill-chart-band"
            />
          ))}
          <polyline
            points={line}
            fill="none"
            strokeWidth={3}
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
            className="stroke-series-temperature"
          />
          <line
            x1={x(now)}
            x2={x(now)}
            y1={0}
            y2={SIDE}
            strokeWidth={2}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
            className="stroke-ink-soft"
          />
        </svg>
        {levels(aimed)
          .filter(({ from, to }) => to - from >= LABEL_ROOM_MS)
          .map((one) => (
            <StretchLabel
              key={one.from}
              targetC={one.targetC}
              place={labelPlace(
                { from: x(one.from), to: x(one.to), line: y(one.targetC) },
                currentC === undefined ? undefined : { x: x(now), y: y(currentC) },
              )}
            />
          ))}
        <span
          className="pointer-events-none absolute left-1.5 rounded px-1 text-age text-danger-ink"
          style={{ bottom: 2 }}
        >
          서리방지 {celsius(settings.frostGuardC)}
        </span>
        {nights.map(({ from, to }) => (
          <span
            key={from}
            className="pointer-events-none absolute top-1 -translate-x-1/2 text-age text-ink-soft"
            style={{ left: `${x((from + to) / 2) / 10}%` }}
          >
            {heatReasonWords.night}
          </span>
        ))}
        {currentC !== undefined && <CurrentMark left={x(now)} top={y(currentC)} currentC={currentC} />}
      </div>
      <DayHours />
      <ol className="sr-only">
        {stretches.map((one) => (
          <li key={one.from}>{stretchWords(one)}</li>
        ))}
      </ol>
    </figure>
  );
}

function stretchWords(stretch: HeatStretch): string {
  const to = formatClock(stretch.to) === '00:00' ? '24:00' : formatClock(stretch.to);
  return `${formatClock(stretch.from)}부터 ${to}까지 ${celsius(stretch.targetC)} (${reasonWords(stretch)})`;
}

/** Merges neighbouring ranges with the same target and different reasons. */
function levels(stretches: readonly HeatStretch[]): HeatStretch[] {
  const merged: HeatStretch[] = [];
  for (const stretch of stretches) {
    const last = merged.at(-1);
    if (last?.targetC === stretch.targetC) last.to = stretch.to;
    else merged.push({ ...stretch });
  }
  return merged;
}

type StretchLabelProps = { targetC: number; place: LabelPlace };

/** The label of a range at its line. */
function StretchLabel({ targetC, place: { x, y, isBelow } }: StretchLabelProps) {
  return (
    <span
      className={`tabular pointer-events-none absolute -translate-x-1/2 font-bold whitespace-nowrap text-ink ${isBelow ? 'pt-0.5' : '-translate-y-full pb-0.5'}`}
      style={{ left: `${x / 10}%`, top: `${y / 10}%` }}
    >
      {formatNumber(targetC, 1)}
    </span>
  );
}

type CurrentMarkProps = { left: number; top: number; currentC: number };

/** The current temperature, beside its dot on the side with room. */
function CurrentMark({ left, top, currentC }: CurrentMarkProps) {
  const isRight = left > SIDE / 2;
  return (
    <span
      className={`pointer-events-none absolute flex -translate-y-1/2 items-center gap-1.5 ${isRight ? '-translate-x-[calc(100%-7px)] flex-row-reverse' : '-translate-x-[7px]'}`}
      style={{ left: `${left / 10}%`, top: `${top / 10}%` }}
    >
      <span className="size-3.5 shrink-0 rounded-full bg-ink ring-2 ring-card" />
      <span className="tabular rounded bg-card/85 px-1 text-age font-semibold whitespace-nowrap">
        현재 {formatNumber(currentC, 1)}
      </span>
    </span>
  );
}

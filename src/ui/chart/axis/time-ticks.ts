/**
 * Positions and labels of the ticks of the time axis. They are on boundaries of the Seoul calendar; growers divide a
 * month into three parts (from the 1st, the 11th and the 21st), so these come between weeks and months.
 */
import { dateWords } from '#contract/time/korean-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SEOUL_OFFSET_MS, seoulParts } from '#contract/time/time.ts';
import type { ChartRange } from '../chart-series.ts';
import { tickLabels } from './time-label.ts';

/** `major` marks the start of the next larger unit: a day among hours, a month among days. */
type TimeTick = { at: number; label: string; major: boolean };

type Step = {
  /** Approximate distance of the ticks, ms. */
  everyMs: number;
  /** Width of a label with its margin, in font sizes. */
  ems: number;
  ticks(range: ChartRange): TimeTick[];
};

const CLOCK_EMS = 3.7;
const DAY_EMS = 3.6;
const MONTH_EMS = 3.4;

/** 1970-01-05, the first Monday, as days since 1970-01-01. */
const FIRST_MONDAY = 4;

const steps: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => clockStep(minutes * MINUTE_MS)),
  ...[1, 2, 3, 6, 12].map((hours) => clockStep(hours * HOUR_MS)),
  dayStep(1, 0),
  dayStep(2, 0),
  dayStep(7, FIRST_MONDAY),
  { everyMs: 10 * DAY_MS, ems: DAY_EMS, ticks: monthPartTicks },
  ...[1, 2, 3, 6].map(monthStep),
  ...[1, 2, 5].map((years) => monthStep(years * 12)),
];

/** The finest ticks whose labels fit an axis of this width at this font size, both px. */
export function timeTicks(range: ChartRange, widthPx: number, fontPx: number): TimeTick[] {
  const spanMs = range.end - range.begin;
  if (!(spanMs > 0) || !(widthPx > 0)) return [];
  const isRoomy = ({ everyMs, ems }: Step) => (everyMs / spanMs) * widthPx >= ems * fontPx;
  const { daysFrom } = range;
  if (daysFrom !== undefined) {
    const counts = COUNTED_DAYS.map((days) => countedStep(days, daysFrom));
    return (counts.find(isRoomy) ?? countedStep(1_000, daysFrom)).ticks(range);
  }
  return (steps.find(isRoomy) ?? monthStep(120)).ticks(range);
}

const COUNTED_DAYS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Days counted from an instant: '0일', '50일', '100일'. */
function countedStep(days: number, daysFrom: number): Step {
  return {
    everyMs: days * DAY_MS,
    ems: DAY_EMS,
    ticks: (range) =>
      evenInstants(range, days * DAY_MS, daysFrom + SEOUL_OFFSET_MS).map((at) => {
        const count = Math.round((at - daysFrom) / DAY_MS);
        return { at, major: count % 100 === 0, label: `${count}${dateWords.day}` };
      }),
  };
}

function clockStep(everyMs: number): Step {
  return {
    everyMs,
    ems: CLOCK_EMS,
    ticks: (range) =>
      evenInstants(range, everyMs, 0).map((at) => {
        const major = (at + SEOUL_OFFSET_MS) % DAY_MS === 0;
        return { at, major, label: major ? tickLabels.date(at) : tickLabels.clock(at) };
      }),
  };
}

function dayStep(days: number, firstDay: number): Step {
  return {
    everyMs: days * DAY_MS,
    ems: DAY_EMS,
    ticks: (range) => {
      const instants = evenInstants(range, days * DAY_MS, firstDay * DAY_MS);
      const months = instants.map((at) => seoulParts(at).month);
      return instants.map((at, index) => {
        // The month is written at its first tick, and at the first tick of the axis unless it would overlap the next
        // label.
        const isNamed =
          index === 0 ? months[1] === undefined || months[1] === months[0] : months[index] !== months[index - 1];
        return { at, label: isNamed ? tickLabels.date(at) : tickLabels.day(at), major: seoulParts(at).day <= days };
      });
    },
  };
}

function monthPartTicks(range: ChartRange): TimeTick[] {
  return monthStarts(range, 1)
    .flatMap((start) => [start, start + 10 * DAY_MS, start + 20 * DAY_MS])
    .filter((at) => at >= range.begin && at <= range.end)
    .map((at) => {
      const major = seoulParts(at).day === 1;
      return { at, major, label: major ? tickLabels.month(at) : tickLabels.day(at) };
    });
}

function monthStep(months: number): Step {
  return {
    everyMs: months * 30 * DAY_MS,
    ems: MONTH_EMS,
    ticks: (range) =>
      monthStarts(range, months)
        .filter((at) => at >= range.begin && at <= range.end)
        .map((at) => {
          const major = seoulParts(at).month === 1;
          return { at, major, label: major ? tickLabels.year(at) : tickLabels.month(at) };
        }),
  };
}

function evenInstants({ begin, end }: ChartRange, everyMs: number, offsetMs: number): number[] {
  const shift = offsetMs - SEOUL_OFFSET_MS;
  const instants: number[] = [];
  for (let at = Math.ceil((begin - shift) / everyMs) * everyMs + shift; at <= end; at += everyMs) instants.push(at);
  return instants;
}

/** Starts of every `months`-th month, from the one that contains the start of the range to its end. */
function monthStarts({ begin, end }: ChartRange, months: number): number[] {
  const { year, month } = seoulParts(begin);
  const starts: number[] = [];
  for (let index = Math.floor((year * 12 + month - 1) / months) * months; ; index += months) {
    const at = Date.UTC(Math.floor(index / 12), index % 12, 1) - SEOUL_OFFSET_MS;
    if (at > end) return starts;
    starts.push(at);
  }
}

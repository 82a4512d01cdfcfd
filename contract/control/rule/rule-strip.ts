import { DAY_MS, MINUTE_MS } from '../../time/time.ts';
import { type Condition, leavesOf } from './condition.ts';
import { type DayWindow, type Span, type SunOf, spanAt, spansOf } from './day-time.ts';
import type { RuleFields } from './rule.ts';
import { appliesOn } from './rule-fields.ts';
import { isDelayedAt, startsBetween, type WaterTime } from './water-time.ts';

/**
 * A part of a rule's day. window: it may act. start: it acts, for the length known in advance. target: it holds `value`
 * (null: the growth calendar's).
 */
type StripPiece = Span & { kind: 'window' | 'start' | 'target'; value: number | null };

/** Drawn length of a start whose duration is unknown: litres without a meter. */
const UNKNOWN_LENGTH_MS = 10 * MINUTE_MS;

/**
 * The 24 hours of a Seoul day for a rule, in order of time, cut at midnight; empty on a day on which it does not apply.
 * `day` is the start of the day, epoch ms; `seasonOn` gives the growth stage of a day.
 */
export function ruleStrip(
  rule: RuleFields,
  day: number,
  sunOf: SunOf,
  seasonOn: (day: number) => string | null,
): StripPiece[] {
  const pieces = [day - DAY_MS, day].flatMap((begin) =>
    appliesOn(rule, begin, seasonOn(begin)) ? piecesBegunOn(rule, begin, sunOf, seasonOn) : [],
  );
  return pieces
    .map((piece) => ({ ...piece, from: Math.max(piece.from, day), to: Math.min(piece.to, day + DAY_MS) }))
    .filter(({ from, to }) => from < to)
    .sort((one, other) => one.from - other.from || one.to - other.to);
}

function piecesBegunOn(
  rule: RuleFields,
  day: number,
  sunOf: SunOf,
  seasonOn: (day: number) => string | null,
): StripPiece[] {
  const windows = (spans: readonly Span[]): StripPiece[] =>
    spans.map((span) => ({ ...span, kind: 'window', value: null }));
  switch (rule.family) {
    case 'water-time':
      // The engine ignores starts outside the rule's windows, and skips those while it rests.
      return startsBetween(rule, day, day + DAY_MS, seasonOn, sunOf)
        .filter(({ at }) => spanAt(rule.windows, at, day, sunOf) !== null && !isDelayedAt(rule, at))
        .map(({ at }) => ({ from: at, to: at + lengthMs(rule), kind: 'start', value: null }));
    case 'reservation-target':
      return rule.targets.flatMap(({ value, ...window }) =>
        within(rule.windows, spansOf([window], day, sunOf), day, sunOf).map((span): StripPiece => {
          return { ...span, kind: 'target', value: value === 'calendar-high' ? null : value };
        }),
      );
    case 'reservation-composite': {
      const times = rule.when.match === 'all' ? leavesOf(rule.when).map(({ condition }) => condition) : [];
      const isTime = (one: Condition) => one.kind === 'time' && rule.when.items.includes(one);
      return windows(
        times
          .filter(isTime)
          .reduce<readonly Span[]>(
            (spans, one) => (one.kind === 'time' ? within(one.windows, spans, day, sunOf) : spans),
            spansOf(rule.windows, day, sunOf),
          ),
      );
    }
    default:
      return windows(spansOf(rule.windows, day, sunOf));
  }
}

function lengthMs({ unit, steps, cycles, soakMin, budgetPct }: WaterTime): number {
  if (unit !== 'minutes') return UNKNOWN_LENGTH_MS;
  const minutes = steps.reduce((sum, { amount }) => sum + amount, 0) * (budgetPct / 100);
  return (minutes + (cycles - 1) * Math.max(0, soakMin)) * MINUTE_MS;
}

/** The parts of `spans` within the windows; a window may begin the day before or after. */
function within(windows: readonly DayWindow[], spans: readonly Span[], day: number, sunOf: SunOf): readonly Span[] {
  if (windows.length === 0) return spans;
  return overlaps(
    spans,
    [day - DAY_MS, day, day + DAY_MS].flatMap((begin) => spansOf(windows, begin, sunOf)),
  );
}

function overlaps(some: readonly Span[], others: readonly Span[]): Span[] {
  return some
    .flatMap((one) => others.map(({ from, to }) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) })))
    .filter(({ from, to }) => from < to);
}

import { periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { GrowingCrop } from './growing-reads.ts';

/**
 * The growth stage of a crop by its calendar at `at` (epoch ms; '' where there is none or the time is not known), and the
 * others it can be said to be in: those of the calendar in their order, and `chosen` whatever it is.
 */
export function seasonChoices(
  crop: Pick<GrowingCrop, 'calendar' | 'budBreakOn'> | undefined,
  at: number,
  chosen: string,
): { inCalendar: string; others: string[] } {
  const calendar = crop?.calendar;
  const inCalendar = calendar && !Number.isNaN(at) ? (periodAt(calendar, crop.budBreakOn, at)?.season ?? '') : '';
  const named = new Set(calendar?.periods.map(({ season }) => season) ?? []);
  if (chosen !== '') named.add(chosen);
  return { inCalendar, others: [...named] };
}

import { periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { GrowingCrop } from './growing-reads.ts';

/**
 * The growth stage of a crop by its calendar at `at` (epoch ms; '' without a calendar or with an unknown time), and
 * all stages to choose from: those of the calendar in order, and `chosen` in any case.
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

import { aheadOfCalendar, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { HeatBand, HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import type { HeatTarget } from '#contract/heat/heat-target.ts';
import { heatFieldWords, heatModeWords, heatReasonWords } from '#contract/heat/heat-text.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { formatDayOfYear } from '#src/lib/format-date.ts';
import { isSame } from '#src/lib/is-same.ts';
import { celsius } from '#src/ui/climate/celsius.ts';

/** The reason of the target: '밤', '시간대 22:00–02:00', '생육 달력 착색기'. */
export function reasonWords({ by, band, season }: HeatTarget): string {
  if (by === 'band' && band) return `${heatReasonWords.band} ${band.from}–${band.to}`;
  if (by === 'calendar' && season !== undefined) return `${heatReasonWords.calendar} ${season}`;
  return heatReasonWords[by];
}

const bandWords = ({ from, to, targetC }: HeatBand) => `${from}–${to} ${celsius(targetC)}`;

/** The text of a field in a confirmation, a comparison or a list of facts. */
export function fieldValueWords(name: keyof HeatSettings, settings: HeatSettings): string {
  switch (name) {
    case 'enabled':
      return settings.enabled ? '켬' : '끔';
    case 'mode':
      return heatModeWords[settings.mode];
    case 'bands':
      return settings.bands.length === 0 ? '없음' : settings.bands.map(bandWords).join(', ');
    default:
      return celsius(settings[name]);
  }
}

/** What the hysteresis means, in a sentence. */
export function hysteresisWords(hysteresisC: number): string {
  const above = Number.isFinite(hysteresisC) ? celsius(hysteresisC) : '이만큼';
  return `목표보다 낮아지면 켜고, 목표보다 ${above} 높아지면 끕니다.`;
}

/** In the order of the form. */
export const heatFieldNames = [
  ...(['enabled', 'mode', 'nightTargetC', 'dayTargetC', 'bands'] as const),
  ...(['frostGuardC', 'hysteresisC'] as const),
] as const;

export type HeatChange = { label: string; before: string; after: string };

/** The differences between two settings, as text. */
export function changesBetween(before: HeatSettings, after: HeatSettings): HeatChange[] {
  return heatFieldNames
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => ({
      label: heatFieldWords[name],
      before: fieldValueWords(name, before),
      after: fieldValueWords(name, after),
    }));
}

/** The growth calendar's current target: '한라봉 착색기, 밤 최저 5.0 ℃'. */
export function calendarWords(calendar: HeatCalendar, now: number): string {
  const { cropName, budBreakOn, budBreak } = calendar;
  const period = periodAt(calendar, budBreakOn, now);
  if (!period) return cropName;
  const { season, row } = period;
  const low = row === 'natural' ? '자연온도' : celsius(typeof row === 'number' ? row : row.min);
  const ahead = aheadOfCalendar(budBreak, budBreakOn, now);
  return `${cropName} ${season}, 밤 최저 ${low}${shiftWords(ahead, now)}`;
}

/** The crop's offset to its calendar, and the calendar day that corresponds to today. */
function shiftWords(ahead: number | null, now: number): string {
  if (ahead === null) return ' (발아일을 몰라 달력 날짜로 봅니다)';
  const days = Math.round(Math.abs(ahead) / DAY_MS);
  if (days === 0) return '';
  return ` (생육 달력보다 ${days}일 ${ahead > 0 ? '빠름' : '늦음'}: 발아일에 맞춰 오늘을 달력의 ${formatDayOfYear(now + ahead)}로 봅니다)`;
}

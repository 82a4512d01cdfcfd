import { dateWords, weekdayNames } from './korean-text.ts';
import { seoulClock, seoulParts } from './time.ts';

/** The Seoul day of an instant without weekday and year: '11월 2일'. */
export function dayText(at: number): string {
  const { month, day } = seoulParts(at);
  return `${month}${dateWords.month} ${day}${dateWords.day}`;
}

/** The Seoul day of an instant: '11월 21일 (토)'. */
export function dateText(at: number): string {
  return `${dayText(at)} (${weekdayNames[seoulParts(at).weekday]})`;
}

/** Date and time in Seoul: '11월 21일 (토) 14:30'. */
export function dateTimeText(at: number): string {
  return `${dateText(at)} ${seoulClock(at)}`;
}

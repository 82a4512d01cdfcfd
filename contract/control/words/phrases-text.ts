import { dayText } from '../../time/date-text.ts';
import { seoulParts, startOfSeoulDate } from '../../time/time.ts';
import { type DayWindow, dayTimeParts } from '../rule/day-time.ts';

/** Parts of the sentences of rules: times of day, durations, amounts. */

const weekdays = ['월', '화', '수', '목', '금', '토', '일'] as const;
const sunWords = { sunrise: { at: '해 뜰 때', rises: '해 뜨' }, sunset: { at: '해 질 때', rises: '해 지' } } as const;

/** What stands in a sentence for what is not chosen or typed yet. */
export const OPEN = '…';

/** A duration: '40분', '1시간 30분', '2일'. */
export function minutesPhrase(minutes: number): string {
  if (!Number.isFinite(minutes)) return `${OPEN}분`;
  const whole = Math.round(minutes);
  if (whole > 0 && whole % 1_440 === 0) return `${whole / 1_440}일`;
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return [hours > 0 ? `${hours}시간` : '', rest > 0 || hours === 0 ? `${rest}분` : ''].filter(Boolean).join(' ');
}

/** A duration: '40초', '10분', '1분 30초'. */
export function secondsPhrase(seconds: number): string {
  if (!Number.isFinite(seconds)) return minutesPhrase(seconds);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return `${rest}초`;
  return rest === 0 ? minutesPhrase(minutes) : `${minutesPhrase(minutes)} ${rest}초`;
}

/** A number for people: '6,000', '0.5'; at most two decimals. */
export function figurePhrase(value: number): string {
  if (!Number.isFinite(value)) return OPEN;
  const [whole = '0', digits] = String(Math.round(value * 100) / 100).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return digits === undefined ? grouped : `${grouped}.${digits}`;
}

/** A time of day: '06:30', '해 뜰 때', '해 뜨고 30분 뒤', '해 지기 1시간 전'. */
export function dayTimePhrase(text: string): string {
  const parts = dayTimeParts(text);
  if (!parts || parts.edge === 'clock') return text || OPEN;
  const { at, rises } = sunWords[parts.edge];
  if (parts.minutes === 0) return at;
  const off = minutesPhrase(Math.abs(parts.minutes));
  return parts.minutes > 0 ? `${rises}고 ${off} 뒤` : `${rises}기 ${off} 전`;
}

function windowPhrase({ from, to }: DayWindow): string {
  return `${dayTimePhrase(from)}부터 ${dayTimePhrase(to)}까지`;
}

/** Windows: '06:30부터 09:00까지', joined by commas; '' for the whole day. */
export function windowsPhrase(windows: readonly DayWindow[]): string {
  return windows.map(windowPhrase).join(', ');
}

/** First and last Seoul day, yyyy-MM-dd: '2026년 7월 1일부터 8월 31일까지'; '' for always. */
export function periodPhrase(from: string | null, to: string | null): string {
  const year = from?.slice(0, 4);
  const [first, last] = [from, to].map((date) => (date === null ? null : startOfSeoulDate(date)));
  return joinPhrases(
    first == null ? '' : `${dateWithYear(first)}부터`,
    last == null ? '' : `${to?.slice(0, 4) === year ? dayText(last) : dateWithYear(last)}까지`,
  );
}

/** The Seoul day of an instant: '2026년 7월 1일'. */
export function dateWithYear(at: number): string {
  return `${seoulParts(at).year}년 ${dayText(at)}`;
}

/** 1 Monday to 7 Sunday: '월·목요일', '평일', '주말'; '' for all days. */
export function daysPhrase(days: readonly number[]): string {
  const sorted = [...days].sort((a, b) => a - b);
  if (sorted.length === 7) return '';
  if (sorted.join() === '1,2,3,4,5') return '평일';
  if (sorted.join() === '6,7') return '주말';
  return `${sorted.map((day) => weekdays[day - 1] ?? '').join('·')}요일`;
}

/** Names in a list: '1구역·2구역'. */
export function listPhrase(names: readonly string[]): string {
  return names.length === 0 ? OPEN : [...new Set(names)].join('·');
}

/** Joins parts with single spaces and leaves out empty ones. */
export function joinPhrases(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

import { dateWords } from '#contract/time/korean-text.ts';
import { instantOf } from '../moment.ts';

const { year, month, day, morning, afternoon } = dateWords;

/**
 * A date as Korean spreadsheets write it: 2026-08-20, 2026/8/20, '2026. 8. 20.', with a word after each part, or with
 * the weekday at the end. The year must come first: 8/9/2026 is ambiguous.
 */
const DAY = new RegExp(
  `^(\\d{4})\\s?[-./${year}]\\s?(\\d{1,2})\\s?[-./${month}]\\s?(\\d{1,2})[.${day}]?(?:\\s?\\([^)]*\\)|\\s\\S+${day})?(?:[\\sT]\\s*|$)`,
);
/** The time after it: 9:30, 09:30:00, with AM or PM before or after it. */
const CLOCK = new RegExp(
  `^(${morning}|${afternoon}|AM|PM)?\\s?(\\d{1,2}):(\\d{2})(?::\\d{2}(?:\\.\\d+)?)?\\s?(AM|PM)?$`,
  'i',
);

/** The date of a cell as '2026-08-20'; other text is returned unchanged, for its schema to refuse. */
export function dayInCell(cell: string): string {
  const { date, clock } = partsOf(cell);
  return date !== '' && (clock === '' || minuteOf(clock) === 0) ? date : cell;
}

/** The instant (epoch ms) of a cell with date and time in Seoul; NaN if it is invalid. */
export function instantInCell(cell: string): number {
  const { date, clock } = partsOf(cell);
  const minute = minuteOf(clock);
  if (Number.isNaN(minute)) return Number.NaN;
  return instantOf(`${date}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
}

function partsOf(cell: string): { date: string; clock: string } {
  const text = cell.normalize('NFKC').trim();
  const match = DAY.exec(text);
  if (!match) return { date: '', clock: '' };
  const [whole, yyyy, m = '', d = ''] = match;
  return { date: `${yyyy}-${two(m)}-${two(d)}`, clock: text.slice(whole.length) };
}

/** Minutes since midnight. */
function minuteOf(clock: string): number {
  const [, before, hours = '', minutes = '', behind] = CLOCK.exec(clock) ?? [];
  const half = (before ?? behind)?.toUpperCase();
  const hour = Number(hours || Number.NaN);
  if (half === undefined) return hour * 60 + Number(minutes);
  if (hour < 1 || hour > 12) return Number.NaN;
  return ((hour % 12) + (half === afternoon || half === 'PM' ? 12 : 0)) * 60 + Number(minutes);
}

const two = (value: string | number) => String(value).padStart(2, '0');

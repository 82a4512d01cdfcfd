import type { ResolvedPeriod } from '#contract/growth-calendar/calendar-edit.ts';
import type { CalendarPeriod } from '#contract/growth-calendar/growth-calendar.ts';
import { monthPartNames } from '#contract/monitor/statistics-text.ts';
import { formatPlain } from '#src/lib/format-number.ts';

/** A number or a range. */
export type Amount = number | { min: number; max: number };

const amountWords = (amount: Amount) =>
  typeof amount === 'number' ? formatPlain(amount) : `${formatPlain(amount.min)}–${formatPlain(amount.max)}`;

/** '11월 하순' */
export const periodName = ({ month, part }: Pick<CalendarPeriod, 'month' | 'part'>) =>
  `${month}월 ${monthPartNames[part]}`;

/** One limit of the day: '8 ℃', '자연온도'. */
export const temperatureWords = (temperature: CalendarPeriod['row']) =>
  temperature === 'natural' ? '자연온도' : `${amountWords(temperature)} ℃`;

/** Both limits of the day, short: '8 ~ 22 ℃', '자연온도 ~ 28 ℃', '자연온도'. */
export function rangeWords({ row, high }: Pick<CalendarPeriod, 'row' | 'high'>): string {
  if (row === 'natural' && high === 'natural') return '자연온도';
  if (high === 'natural') return `${temperatureWords(row)} ~ 자연온도`;
  return `${row === 'natural' ? '자연온도' : amountWords(row)} ~ ${temperatureWords(high)}`;
}

/** '8–12 t, 7일마다', '절수 관리'. Tons per 10a and irrigation. */
export function waterWords({ watering, wateringInterval }: Pick<CalendarPeriod, 'watering' | 'wateringInterval'>) {
  if (watering === 'water-saving') return '절수 관리';
  const every = wateringInterval === 'water-saving' ? '' : `, ${amountWords(wateringInterval)}일마다`;
  return `${amountWords(watering)} t${every}`;
}

type Basis = CalendarPeriod['basis'];
type Origin = ResolvedPeriod['origins']['row'];
export type BasisField = keyof CalendarPeriod['basisByField'];

/** The basis of a value, as a sign and words; the basis of an edited value is its editor. */
const bases: { readonly [Name in Basis]: { sign: string; label: string; about: string } } = {
  sourced: { sign: '●', label: '출처 있음', about: '이 작물에 대해 발표된 값입니다.' },
  interpolated: { sign: '◐', label: '보간', about: '다른 작물이나 시기의 값에서 옮겨 온 값입니다.' },
  general: { sign: '○', label: '일반 관행', about: '널리 쓰이는 재배 관행이며 출처를 찾지 못했습니다.' },
};

const origins: { readonly [Name in Exclude<Origin, 'built-in'>]: { label: string; about: string } } = {
  administrator: { label: '관리자가 고침', about: '관리자가 이 작물의 생육 달력에서 고친 값입니다.' },
  farm: { label: '우리 농장 값', about: '우리 농장에서 직접 정한 값입니다.' },
  heated: { label: '가온', about: '가온 재배라서 생리낙과가 끝날 때까지 밤 온도를 높인 값입니다.' },
};

const EDITED_SIGN = '✎';

export const basisLegend = [
  ...Object.values(bases).map(({ sign, label }) => ({ sign, label })),
  { sign: EDITED_SIGN, label: '고친 값' },
];

/** The values of a period on each line of its card. */
const valuesOf = {
  stage: ['season'],
  temp: ['row', 'high'],
  water: ['watering', 'wateringInterval'],
} as const satisfies { [Field in BasisField]: readonly (keyof ResolvedPeriod['origins'])[] };

/** The basis of a line of a period: its sign, its name, and its explanation. */
export function basisOf(period: ResolvedPeriod, field: BasisField): { sign: string; label: string; about: string } {
  for (const name of valuesOf[field]) {
    const origin = period.origins[name];
    if (origin !== 'built-in') return { sign: EDITED_SIGN, ...origins[origin] };
  }
  return bases[period.basisByField[field]];
}

/** Keys of the sources of a line; none once somebody has set each of its values. */
export function sourceKeysOf(period: ResolvedPeriod, field: BasisField): readonly string[] {
  const isPublished = valuesOf[field].some((name) => period.origins[name] === 'built-in');
  return isPublished ? period.sourcesByField[field] : [];
}

import { type MeasuredPeriod, TARGET_TOLERANCE_C } from '#contract/growth-calendar/crop-year.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber, formatStatistic, formatWithUnit } from '#src/lib/format-number.ts';

/** A deviation larger than this, ℃, is shown as danger: with a strict winter target of 2 ℃ it means frost. */
const FAR_C = 2;

type Verdict = 'kept' | 'missed' | 'far' | 'unknown';

export function verdictOf(beyondC: number | null): Verdict {
  if (beyondC === null) return 'unknown';
  if (beyondC <= TARGET_TOLERANCE_C) return 'kept';
  return beyondC <= FAR_C ? 'missed' : 'far';
}

/** Never by colour alone: a sign and the value are beside it. */
export const verdictClass: Record<Verdict, string> = {
  kept: 'text-ink',
  missed: 'font-semibold text-warn-ink',
  far: 'font-semibold text-danger-ink',
  unknown: 'text-ink-soft',
};

/** '▼1.9' below the lowest target, '▲1.3' above the highest; '' if it was met or there is none. */
export const signWords = (beyondC: number | null, sign: '▼' | '▲') =>
  verdictOf(beyondC) === 'kept' || beyondC === null ? '' : `${sign}${formatNumber(beyondC, 1)}`;

/** The measured range of a period: '4.1 ~ 21.3 ℃'; '-' without a reading. */
export const measuredRange = ({ min, max }: Pick<MeasuredPeriod, 'min' | 'max'>) =>
  min && max ? `${formatStatistic(min.value)} ~ ${formatStatistic(max.value)} ℃` : '-';

type Extreme = MeasuredPeriod['min'];

type Told = {
  extreme: Extreme;
  /** The target, ℃; null without one. */
  aimC: number | null;
  beyondC: number | null;
  hours: number;
};

/** '최저 4.1 ℃ (11월 12일 (목) 05:20), 목표보다 0.9 ℃ 낮음'. */
export function extremeWords(name: '최저' | '최고', { extreme, aimC, beyondC, hours }: Told): string {
  if (!extreme) return `${name} 기록 없음`;
  const figure = `${name} ${formatWithUnit(extreme.value, '℃', 1)} (${formatDateTime(extreme.at)})`;
  if (beyondC === null || aimC === null) return figure;
  const shownBeyond = name === '최저' ? aimC - extreme.value : extreme.value - aimC;
  // The figure includes every reading, as in the statistics; the verdict excludes spikes and stuck sensors.
  const apart = shownBeyond > beyondC + TARGET_TOLERANCE_C ? ', 잠깐 튄 값과 멈춘 센서를 빼고 보면' : ',';
  if (verdictOf(beyondC) === 'kept') return `${figure}${apart} 목표를 지킴`;
  const lasted = hours > 0 ? `, 벗어난 시간 ${formatNumber(hours, 0)}시간` : '';
  return `${figure}${apart} 목표보다 ${formatWithUnit(beyondC, '℃', 1)} ${name === '최저' ? '낮음' : '높음'}${lasted}`;
}

/** The number of sensors and hours behind a value. */
export function coverageWords({ sensors, counted, hours }: MeasuredPeriod): string {
  if (sensors === 0) return '온도 센서가 없습니다.';
  const rest = counted < sensors ? ` 나머지 ${sensors - counted}개는 기록이 모자라거나 멈춰 있어 뺐습니다.` : '';
  return `온도 센서 ${sensors}개 가운데 ${counted}개, ${formatNumber(hours, 0)}시간의 기록입니다.${rest}`;
}

/** The difference to the calendar's irrigation: '▼1.8' too little, '▲2.0' too much, '✓' within the target. */
export function irrigationSign({ tonsPer10a, target }: MeasuredPeriod['irrigation']): string {
  if (tonsPer10a === null || !target) return '';
  if (tonsPer10a < target.min) return `▼${formatNumber(target.min - tonsPer10a, 1)}`;
  return tonsPer10a > target.max ? `▲${formatNumber(tonsPer10a - target.max, 1)}` : '✓';
}

/** '관수 6.2 t, 목표 4–8 t'. Tons per 10a in the whole period. */
export function irrigationWords({ irrigation: { tonsPer10a, target } }: MeasuredPeriod): string {
  const was = tonsPer10a === null ? '관수 기록 없음' : `관수 ${formatWithUnit(tonsPer10a, 't', 1)}`;
  if (!target) return was;
  const wanted = `목표 ${formatStatistic(target.min)}–${formatStatistic(target.max)} t`;
  if (tonsPer10a === null) return `${was}, ${wanted}`;
  if (tonsPer10a < target.min) return `${was}, ${wanted}보다 ${formatWithUnit(target.min - tonsPer10a, 't', 1)} 적음`;
  if (tonsPer10a > target.max) return `${was}, ${wanted}보다 ${formatWithUnit(tonsPer10a - target.max, 't', 1)} 많음`;
  return `${was}, ${wanted}에 맞음`;
}

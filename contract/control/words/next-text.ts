import { dateTimeText } from '../../time/date-text.ts';
import { DAY_MS, seoulClock, startOfSeoulDay } from '../../time/time.ts';
import type { RuleFamily } from '../rule/rule.ts';

const nearDays = ['오늘', '내일', '모레'] as const;

/** A future time in spoken form: '오늘 18:00', '내일 06:30', '11월 26일 (목) 06:30'. */
function momentPhrase(at: number, now: number): string {
  const near = nearDays[Math.round((startOfSeoulDay(at) - startOfSeoulDay(now)) / DAY_MS)];
  return near ? `${near} ${seoulClock(at)}` : dateTimeText(at);
}

const acts: { readonly [Family in RuleFamily]: string } = {
  'water-time': '에 물을 줍니다',
  'water-sensor': '부터 흙을 보고 물을 줍니다',
  'reservation-target': '부터 목표를 맞춥니다',
  'reservation-composite': '부터 조건을 봅니다',
  'reservation-ghg': '부터 이산화탄소를 봅니다',
};
const actsOf: ReadonlyMap<string, string> = new Map(Object.entries(acts));

/** What a rule of a family does next: '내일 06:30에 물을 줍니다', '오늘 07:12부터 흙을 보고 물을 줍니다'. Times are epoch ms. */
export function nextSentence(family: string, at: number, now: number): string {
  return `${momentPhrase(at, now)}${actsOf.get(family) ?? ''}`;
}

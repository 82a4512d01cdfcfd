import { figureOf, type InterlockCode, type InterlockSettings } from '../protection/interlock.ts';
import { figurePhrase } from './phrases-text.ts';

/** Names of interlocks in the log and on control pages; each describes the condition that is met. */
const interlockNames: { readonly [Code in InterlockCode]: (value: string) => string } = {
  heaterVent: () => '창이 열려 있음',
  co2Vent: () => '창이 열려 있거나 배기팬이 돎',
  co2High: (value) => `이산화탄소가 ${value} ppm 이상이거나 값이 없음`,
  wind: () => '바람이 셈',
  gale: () => '바람이 매우 셈',
  rain: () => '비가 옴',
  coldRain: () => '찬비가 옴',
  coldOutside: () => '바깥이 추움',
  dryPump: () => '펌프가 도는데 물이 흐르지 않음',
  burst: () => '물이 평소보다 많이 흐름',
  leak: () => '밸브가 모두 닫혔는데 물이 흐름',
  coldWater: (value) => `온도가 ${value} ℃보다 낮음`,
  overheat: (value) => `온도가 ${value} ℃ 이상임`,
};

/** The name of an interlock with the figure in force. */
export function interlockName(code: InterlockCode, own?: Pick<InterlockSettings, 'value'>): string {
  return interlockNames[code](figurePhrase(figureOf(code, 'value', own)));
}

/** What to check before a trip is cleared. */
const tripSentences: ReadonlyMap<string, string> = new Map([
  ['UNPROVED', '세 번 움직였지만 확인되지 않아 멈췄습니다. 장비와 배선, 유량계를 살펴본 뒤 해제해 주세요.'],
  [
    interlockName('dryPump'),
    '펌프가 도는데 물이 흐르지 않아 멈췄습니다. 물탱크와 필터, 밸브를 살펴본 뒤 해제해 주세요.',
  ],
  [
    interlockName('burst'),
    '물이 평소보다 많이 흘러 잠갔습니다. 관이 터지거나 빠진 곳이 없는지 살펴본 뒤 해제해 주세요.',
  ],
]);

/** The temperature in the name of the trip by over-temperature, which an owner may have set lower. */
const overheatName = /^온도가 ([\d.]+ ℃) 이상임$/;

/**
 * The cause of a trip in a few words; `by` is the name of an interlock, or UNPROVED after three runs in a row without
 * proof.
 */
export function tripCause(by: string): string {
  return by === 'UNPROVED' ? '세 번 움직였지만 확인되지 않음' : by;
}

/** The same as a sentence, with what to check before clearing the trip. */
export function tripSentence(by: string): string {
  const hot = overheatName.exec(by)?.[1];
  if (hot) return `온도가 ${hot} 이상이라 껐습니다. 난방기와 온도 센서를 살펴본 뒤 해제해 주세요.`;
  return tripSentences.get(by) ?? `멈췄습니다 (${by}). 장비를 살펴본 뒤 해제해 주세요.`;
}

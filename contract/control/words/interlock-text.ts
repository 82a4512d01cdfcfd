/** Names of interlocks in the log and on control pages; each describes the condition that is met. */
export const interlockNames = {
  heaterVent: '창이 열려 있음',
  co2Vent: '창이 열려 있거나 배기팬이 돎',
  co2High: '이산화탄소가 2,000 ppm 이상이거나 값이 없음',
  wind: '바람이 셈',
  gale: '바람이 매우 셈',
  rain: '비가 옴',
  coldRain: '찬비가 옴',
  coldOutside: '바깥이 추움',
  dryPump: '펌프가 도는데 물이 흐르지 않음',
  burst: '물이 평소보다 많이 흐름',
  leak: '밸브가 모두 닫혔는데 물이 흐름',
  coldWater: '온도가 2 ℃보다 낮음',
  overheat: '온도가 40 ℃ 이상임',
} as const;
export type BuiltInInterlock = keyof typeof interlockNames;

type TripWords = { cause: string; sentence: string };

/** Words of each cause of a trip; other causes are shown as they are. */
const tripWords: ReadonlyMap<string, TripWords> = new Map([
  [
    'UNPROVED',
    {
      cause: '세 번 움직였지만 확인되지 않음',
      sentence: '세 번 움직였지만 확인되지 않아 멈췄습니다. 장비와 배선, 유량계를 살펴본 뒤 해제해 주세요.',
    },
  ],
  [
    interlockNames.dryPump,
    {
      cause: interlockNames.dryPump,
      sentence: '펌프가 도는데 물이 흐르지 않아 멈췄습니다. 물탱크와 필터, 밸브를 살펴본 뒤 해제해 주세요.',
    },
  ],
  [
    interlockNames.burst,
    {
      cause: interlockNames.burst,
      sentence: '물이 평소보다 많이 흘러 잠갔습니다. 관이 터지거나 빠진 곳이 없는지 살펴본 뒤 해제해 주세요.',
    },
  ],
  [
    interlockNames.overheat,
    {
      cause: interlockNames.overheat,
      sentence: '온도가 40 ℃ 이상이라 껐습니다. 난방기와 온도 센서를 살펴본 뒤 해제해 주세요.',
    },
  ],
]);

/**
 * The cause of a trip in a few words; `by` is the name of an interlock, or UNPROVED after three runs in a row without
 * proof.
 */
export function tripCause(by: string): string {
  return tripWords.get(by)?.cause ?? by;
}

/** The same as a sentence, with what to check before clearing the trip. */
export function tripSentence(by: string): string {
  return tripWords.get(by)?.sentence ?? `멈췄습니다 (${by}). 장비를 살펴본 뒤 해제해 주세요.`;
}

/** What interlocks are called in the log and on every control page: what is so while they are in force. */
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

import type { CropSeason } from '#contract/growth-calendar/crop-year.ts';
import { addSeoulDays, seoulDate } from '#contract/time/time.ts';
import type { CsvValue } from '#src/lib/csv/csv.ts';

/** A season as rows of a file: dates, stages, deviations, then degree days and light by day. */
export function seasonRows(season: CropSeason): CsvValue[][] {
  const { beganOn, fullBloomOn, harvest, stages, missed, unjudged } = season;
  return [
    ['발아일', beganOn],
    ['만개', fullBloomOn],
    ...(harvest
      ? [
          ['수확 예상', harvest.fromOn, harvest.toOn],
          ['수확 앞뒤 차이 (일)', harvest.spreadDays],
        ]
      : []),
    [],
    ['생육 단계', '처음', '끝'],
    ...stages.map(({ season: stage, from, to }) => [stage, seoulDate(from), seoulDate(to - 1)]),
    [],
    ['목표를 벗어난 때', '처음', '끝', '목표보다 낮음 (℃)', '낮은 시간', '목표보다 높음 (℃)', '높은 시간'],
    ...missed.map(({ from, to, season: stage, belowC, belowHours, aboveC, aboveHours }) => [
      stage,
      seoulDate(from),
      seoulDate(to - 1),
      belowC,
      belowHours,
      aboveC,
      aboveHours,
    ]),
    ...(unjudged.length > 0 ? [[], ['기록이 모자라 모르는 때', '처음', '끝']] : []),
    ...unjudged.map(({ from, to, season: stage }) => [stage, seoulDate(from), seoulDate(to - 1)]),
    [],
    ...dayRows(season),
  ];
}

/** Each day since bud break, with the corresponding day of last year and of the lead farm. */
function dayRows({ beganOn, own, lastYear, leadFarm }: CropSeason): CsvValue[][] {
  const curves = [
    { name: '우리 농장', curve: own },
    ...(lastYear ? [{ name: '작년', curve: lastYear }] : []),
    ...(leadFarm ? [{ name: leadFarm.farmName, curve: leadFarm }] : []),
  ];
  const head = curves.flatMap(({ name }) => [`${name} 온도 (℃·일)`, `${name} 빛 (mol/㎡)`]);
  const days = Math.max(...curves.flatMap(({ curve }) => [curve.degreeDays.length, curve.light.length]));
  return [
    ['날짜', ...head],
    ...Array.from({ length: days }, (_, day) => [
      addSeoulDays(beganOn, day),
      ...curves.flatMap(({ curve }) => [curve.degreeDays[day], curve.light[day]]),
    ]),
  ];
}

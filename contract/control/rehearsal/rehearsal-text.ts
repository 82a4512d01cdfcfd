import type { RuleFamily } from '../rule/rule.ts';
import { figurePhrase, minutesPhrase } from '../words/phrases-text.ts';
import { MIN_COVERAGE, type Rehearsal, type RehearsalCaveat, type RehearsedDay } from './rehearsal.ts';

/** Message after a rehearsal. */
export const rehearsalDone = '미리 해보았습니다.';

/** Sentences for what the past does not tell, or what was assumed. */
const caveatWords: { readonly [Name in RehearsalCaveat]: (found: Pick<Rehearsal, 'soilRuns'>) => string } = {
  OPEN_LOOP: () => '그때의 측정값으로 계산했습니다. 이 규칙이 돌았다면 온도와 수분이 달라졌을 것입니다.',
  CLOSED_LOOP: () => '모의 온실이 규칙에 따라 달라진 것으로 계산했습니다 (모의).',
  SOIL_LEARNT: ({ soilRuns }) =>
    `물을 준 뒤의 수분은 지난 관수 ${soilRuns}번에서 오른 만큼 더해 보았습니다. 실제로 얼마나 오르고 마르는지는 날마다 다릅니다.`,
  SOIL_UNKNOWN: ({ soilRuns }) =>
    `물을 주면 흙이 얼마나 젖는지 아직 모릅니다 (지난 관수 ${soilRuns}번, 3번이 필요합니다). 흙이 더 젖어 있었을 것이므로 하루의 첫 번만 세었고, 그것이 최소입니다.`,
  AIR_WOULD_CHANGE: () =>
    '움직였다면 공기가 달라졌을 것이므로, 실제로는 이보다 덜 움직이고 일찍 멈춥니다. 여기의 시간은 많은 쪽입니다.',
  CO2_WOULD_CHANGE: () => '주었다면 농도가 올랐을 것이므로 실제로는 이보다 적게 줍니다. 여기의 시간은 많은 쪽입니다.',
  NOT_COMMANDED: () => '아직 제어를 허용하지 않은 장비는 허용했다고 보았습니다.',
  LITRES_NOMINAL: () => '물의 양은 정상 유량에 시간을 곱한 것입니다.',
  LITRES_MEASURED: () => '정상 유량이 없어, 물의 양은 그동안 물이 흐를 때 유량계가 가리킨 값에 시간을 곱한 것입니다.',
  LITRES_UNKNOWN: () => '정상 유량도 유량계 기록도 없어 물의 양은 알 수 없습니다.',
  NO_FORECAST: () => '그때의 예보는 남아 있지 않아, 예보를 보는 조건은 알 수 없는 것으로 두었습니다.',
  NO_HANDS: () => '규칙과 장비 한도, 난방 설정은 지금 것으로 보았고, 직접 조작과 잠금은 없었다고 보았습니다.',
};

export function caveatSentence(caveat: RehearsalCaveat, found: Pick<Rehearsal, 'soilRuns'>): string {
  return caveatWords[caveat](found);
}

type Sums = { runs: number; minutes: number; litres: number | null; beyondMinutes: number; degreeHours: number };

/** Totals of all days; `litres` is null when no day has any. */
export function sumsOf(days: readonly RehearsedDay[]): Sums {
  const things = days.flatMap((day) => day.things);
  const litres = things.flatMap((one) => (one.litres === null ? [] : [one.litres]));
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return {
    runs: sum(things.map(({ runs }) => runs)),
    minutes: sum(things.map(({ minutes }) => minutes)),
    litres: litres.length > 0 ? sum(litres) : null,
    beyondMinutes: sum(days.map(({ beyond }) => beyond?.minutes ?? 0)),
    degreeHours: sum(days.map(({ beyond }) => beyond?.degreeHours ?? 0)),
  };
}

/** What each family does, as a verb of the summary. */
const ranWords: { readonly [Family in RuleFamily]: string } = {
  'water-sensor': '관수를',
  'water-time': '관수를',
  'reservation-target': '가동을',
  'reservation-composite': '가동을',
  'reservation-ghg': '가동을',
};

/** Summary: '지난 14일 동안 관수를 12번, 모두 2시간 (2,400 L) 했을 것입니다.' */
export function rehearsalSentence(family: RuleFamily, found: Rehearsal): string {
  // What was cut short is the beginning of the past days, and not the last ones.
  const days = `${found.untilAt < found.toAt ? '계산한 앞쪽' : '지난'} ${found.days.length}일 동안`;
  if (!found.isCounted) {
    const share = Math.floor(100 * found.knownShare);
    return `${days} 규칙이 보는 값이 ${share} %만 남아 있어 합계를 낼 수 없습니다 (${100 * MIN_COVERAGE} % 이상이어야 합니다).`;
  }
  const { runs, minutes, litres } = sumsOf(found.days);
  if (runs === 0) return `${days} 한 번도 움직이지 않았을 것입니다.`;
  const least = found.caveats.includes('SOIL_UNKNOWN') ? '적어도 ' : '';
  const water = litres === null ? '' : ` (${figurePhrase(Math.round(litres))} L)`;
  return `${days} ${ranWords[family]} ${least}${runs}번, 모두 ${minutesPhrase(minutes)}${water} 했을 것입니다.`;
}

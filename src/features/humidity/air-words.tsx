import {
  CONDENSATION_HUMIDITY,
  CONDENSATION_SPREAD,
  type DeficitState,
  GOOD_DEFICIT,
  WET_HOURS,
  WET_HUMIDITY,
  WET_LEAF,
} from '#contract/monitor/agronomic-formulas.ts';
import type { HumidityAnswer } from '#contract/monitor/humidity.ts';

/** The state of the deficit in a word, and what to do about it. */
export const deficitWords: { readonly [State in DeficitState]: { word: string; todo: string } } = {
  wet: { word: '너무 습함', todo: '잎과 열매에 물이 맺히기 쉽습니다. 환기하거나 유동팬을 돌려 주세요.' },
  humid: { word: '습한 편', todo: '증산이 약합니다. 낮이면 조금 환기해 주세요.' },
  good: { word: '알맞음', todo: '증산하기 좋은 공기입니다.' },
  dry: { word: '건조한 편', todo: '낮에는 괜찮습니다. 토양 수분을 살펴 주세요.' },
  stress: { word: '건조', todo: '나무가 물을 아끼기 시작합니다. 차광이나 관수를 생각해 주세요.' },
  severe: { word: '매우 건조', todo: '잎이 마를 수 있습니다. 차광하거나 물을 뿌려 습도를 올려 주세요.' },
};

/** What counts as wetness in this house; always ends in a final consonant. */
export const wetName = ({ leafSensor }: Pick<HumidityAnswer, 'leafSensor'>) =>
  leafSensor ? `습도 ${WET_HUMIDITY} % 이상 또는 잎 젖음` : `습도 ${WET_HUMIDITY} % 이상`;

export const diseaseNames = { greyMould: '잿빛곰팡이병', scab: '더뎅이병' } as const;

/** Explanations of the terms on the page. */
export function CalculationNotes() {
  return (
    <details className="text-ink-soft">
      <summary className="inline-flex min-h-touch items-center font-semibold text-leaf">어떻게 계산하나요?</summary>
      <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5">
        <li>
          수증기압차(VPD)는 잎에서 물을 끌어내는 공기의 힘입니다. 감귤은 {GOOD_DEFICIT.from}–{GOOD_DEFICIT.to} kPa가
          알맞습니다.
        </li>
        <li>
          결로 위험은 기온이 이슬점보다 {CONDENSATION_SPREAD} ℃도 높지 않거나 습도가 {CONDENSATION_HUMIDITY} % 이상일
          때입니다. 해 뜰 무렵 공기가 열매보다 먼저 데워질 때 가장 위험합니다.
        </li>
        <li>
          젖은 시간은 10분 평균 습도가 {WET_HUMIDITY} % 이상인 시간입니다. 같은 동에 엽면 젖음 센서가 있으면 그 값이{' '}
          {WET_LEAF} % 이상인 시간도 셉니다. 하룻밤 {WET_HOURS}시간을 넘으면 병을 살펴야 합니다.
        </li>
        <li>같은 동의 온도 센서와 짝지어 계산하며, 현장에서 쓰는 기준이라 나무 상태와 함께 보아 주세요.</li>
      </ul>
    </details>
  );
}

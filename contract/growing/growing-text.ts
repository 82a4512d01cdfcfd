import type { Pest, QuantityName } from './quantities.ts';

/** Name of an observation where it stands among other things, as in the outbox. */
export const observationNoun = '생육 조사';

/** Name and unit of each quantity. */
export const quantityWords: Readonly<Record<QuantityName, { label: string; unit: string }>> = {
  shootCm: { label: '새순 길이', unit: 'cm' },
  fruitMm: { label: '열매 지름', unit: 'mm' },
  brix: { label: '당도', unit: '°Bx' },
  acidityPct: { label: '산도', unit: '%' },
  leafSpad: { label: '잎색(SPAD)', unit: 'SPAD' },
  leafColour: { label: '잎색(눈으로)', unit: '단계' },
};

/** A figure with its name and unit; '' when it was not measured. */
export const figureWords = (name: QuantityName, value: number | null | undefined) =>
  typeof value !== 'number' ? '' : `${quantityWords[name].label} ${value} ${quantityWords[name].unit}`;

/** A tree by its number, or a plot by its name. */
export const treeWords = (tree: string) => (/^\d+$/.test(tree) ? `나무 ${tree}` : tree);

/** Steps of leaf colour judged by eye, from 1. */
export const leafColourWords = ['노란색', '연두색', '연한 녹색', '녹색', '짙은 녹색'] as const;

export const pestWords: Readonly<Record<Pest, string>> = {
  none: '없음',
  redMite: '귤응애',
  rustMite: '귤녹응애',
  broadMite: '차먼지응애',
  scaleInsect: '깍지벌레',
  aphid: '진딧물',
  thrips: '총채벌레',
  leafMiner: '귤굴나방',
  stinkBug: '노린재',
  greyMould: '잿빛곰팡이병',
  melanose: '검은점무늬병',
  scab: '더뎅이병',
  canker: '궤양병',
  fruitCracking: '열과',
};

const span = (words: string, { min, max }: { min: number; max: number }, name: QuantityName) =>
  `${words} ${min}~${max} ${quantityWords[name].unit}`;

/** Messages while a row of trees is measured. */
export const rowMessages = {
  unnumbered: '나무를 차례로 재려면 번호로 끝나야 합니다. 12나 A-9처럼 적어 주세요.',
  lastBefore: '마지막 나무는 첫 나무보다 뒤의 번호여야 합니다. 거꾸로 재려면 아래에서 ‘아래로’를 골라 주세요.',
  lastAfter: '아래로 재려면 마지막 나무가 첫 나무보다 앞의 번호여야 합니다.',
  otherRow: '첫 나무와 같은 줄의 나무를 적어 주세요.',
  notTakenBack: (tree: string, why: string) => `${tree} 나무의 기록을 되돌리지 못했습니다. ${why}`.trim(),
} as const;

export const growingProblems = {
  unusual: (name: QuantityName, range: { min: number; max: number }) =>
    `${span('보통', range, name)}입니다. 다시 재어 보시고, 맞으면 ‘맞게 쟀습니다’를 눌러 주세요.`,
  impossible: (name: QuantityName, range: { min: number; max: number }) =>
    `${span('잴 수 있는 값은', range, name)}입니다. 소수점과 단위를 확인해 주세요.`,
  shrunk: (name: QuantityName, byHowMuch: string) =>
    `지난번보다 ${byHowMuch} ${quantityWords[name].unit} 작습니다. 다시 재어 보세요.`,
  wholeStep: '1부터 5까지 가운데 하나를 골라 주세요.',
  nothing: '잰 값이나 병해충, 메모 가운데 하나는 적어 주세요.',
  noneAndSome: '‘없음’과 다른 병해충을 함께 고를 수 없습니다.',
  noSuchTree: '나무 번호는 1부터입니다.',
  crop: '이 농장의 작물 가운데 골라 주세요.',
  moved: '다른 농장의 작물로 옮길 수 없습니다.',
  ahead: '조사한 때는 지금보다 뒤일 수 없습니다.',
  tooOld: '2000년보다 앞선 날은 넣을 수 없습니다.',
} as const;

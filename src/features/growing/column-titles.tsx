/** Titles and examples of the CSV file of observations. */
export const columnTitles = {
  observedAt: '조사한 때',
  cropId: '작물',
  house: '동·밭',
  tree: '나무',
  season: '생육 단계',
  shootCm: '새순 길이(cm)',
  fruitMm: '열매 지름(mm)',
  brix: '당도(°Bx)',
  acidityPct: '산도(%)',
  leafSpad: '잎색(SPAD)',
  leafColour: '잎색(1~5)',
  pests: '병해충',
  note: '메모',
  confirmed: '확인',
} as const;

export const samples = { crop: '한라봉', house: '1동' } as const;

/** Value of the column for confirmed unusual figures. */
export const CONFIRMED = '맞음';

export const importProblems = {
  unknownCrop: '이 농장에서 키우는 작물 가운데 이런 이름이 없습니다.',
  moment: '2026-08-20 09:30처럼 적어 주세요.',
  known: '이미 있는 기록입니다.',
} as const;

/** Name of a crop where it stands among other things, as in the outbox. */
export const cropNoun = '작물';

/** Words for the cultivation, and below for the status of a crop. */
export const cultivationWords = { heated: '가온', unheated: '무가온', sheltered: '비가림', open: '노지' } as const;
export const cropStatusWords = { growing: '재배 중', resting: '쉬는 중', removed: '정리함' } as const;

export const cropProblems = {
  day: '날짜를 2026-03-01처럼 입력해 주세요.',
  trees: '나무 수는 정수로 입력해 주세요.',
  manyTrees: '0그루에서 100,000그루까지 입력할 수 있습니다.',
  area: '0보다 크고 1,000,000 ㎡(약 302,500평) 이하로 입력해 주세요.',
  season: '이번 철의 발아일을 입력해 주세요. 오늘보다 한 달 넘게 뒤이거나 1년 반보다 앞선 날은 넣을 수 없습니다.',
  planted: '심은 날은 오늘보다 뒤일 수 없습니다.',
  unknownItem: '목록에서 골라 주세요.',
} as const;

/** Titles and examples of the crops' CSV file. */
export const columnTitles = {
  farmIndex: '농장',
  farmSample: '위미 농장',
  unknownFarm: '바꿀 수 있는 농장 가운데 이런 이름이 없습니다.',
  itemCode: '품목',
  itemSample: '한라봉',
  variety: '품종',
  house: '동·밭',
  houseSample: '1동',
  areaM2: '면적(㎡)',
  treeCount: '나무 수',
  plantedOn: '심은 날',
  budBreakOn: '이번 철 발아일',
  cultivation: '재배 방식',
  status: '상태',
} as const;

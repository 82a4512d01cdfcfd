import { expect, it } from 'vitest';
import { growingChecker, withoutKnown } from './growing-columns.ts';
import { cellsInFile } from './growing-list-columns.tsx';
import type { GrowingCrop, GrowingRow } from './growing-reads.ts';

const cropId = '6f2f2f2e-0000-4000-8000-000000000001';
const crop = { cropId, itemsName: '한라봉', house: '1동' } as GrowingCrop;
const row: GrowingRow = {
  id: '6f2f2f2e-0000-4000-8000-000000000002',
  farmIndex: 1,
  farmName: '위미',
  cropId,
  itemsName: '한라봉',
  by: '김농부',
  canWrite: true,
  // The crop's house was given later.
  house: '',
  tree: '12',
  season: '착색기',
  observedAt: '2026-08-20T00:30:41.000Z',
  shootCm: null,
  fruitMm: 52.4,
  brix: 8.25,
  acidityPct: null,
  leafSpad: null,
  leafColour: 4,
  pests: ['redMite'],
  otherPest: '달팽이',
  note: "=메모, '따옴표'",
  confirmed: ['brix'],
};
const check = growingChecker([crop], 1, () => Date.UTC(2026, 8, 1));

it('refuses a line of an export that is stored, and takes one with another figure', () => {
  const cells = cellsInFile(row);
  expect(check(cells)).toMatchObject({ ok: true, value: { fruitMm: 52.4, otherPest: '달팽이' } });
  const known = withoutKnown(check, { stored: [row], unsent: [] });
  expect(known(cells)).toEqual({ ok: false, errors: { '': '이미 있는 기록입니다.' } });
  // A line without the growth stage got it from the server.
  expect(known({ ...cells, season: '' }).ok).toBe(false);
  expect(known({ ...cells, fruitMm: '52.5' }).ok).toBe(true);
  expect(known({ ...cells, observedAt: '2026-08-20 09:31' }).ok).toBe(true);
});

it('refuses a line that waits on the device', () => {
  const line = check(cellsInFile(row));
  const known = withoutKnown(check, { stored: [], unsent: line.ok ? [line.value] : [] });
  expect(known(cellsInFile(row)).ok).toBe(false);
});

it('still says what is wrong with a line', () => {
  const known = withoutKnown(check, { stored: [row], unsent: [] });
  expect(known({ ...cellsInFile(row), fruitMm: '9999' })).toMatchObject({ errors: { fruitMm: expect.any(String) } });
});

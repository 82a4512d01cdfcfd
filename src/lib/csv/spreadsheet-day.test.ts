import { describe, expect, it } from 'vitest';
import { dayInCell, instantInCell } from './spreadsheet-day.ts';

describe('a day in a cell', () => {
  it('is read as spreadsheets in Korea write it', () => {
    const cells = ['2018-03-10', '2018/3/10', '2018.3.10', '2018. 3. 10.', '2018. 3. 10', '2018년 3월 10일'];
    const long = ['2018-03-10 0:00', '2018-03-10 오전 12:00:00', '2018년 3월 10일 토요일', '2018. 3. 10. (토)'];
    for (const cell of [...cells, ...long]) expect(dayInCell(cell), cell).toBe('2018-03-10');
  });

  it('is left as it stands where it can be two days, or none', () => {
    for (const cell of ['', '3/10/2018', '18-03-10', '43169', '2018-03-10 9:30', '봄', '2018-03'])
      expect(dayInCell(cell), cell).toBe(cell);
  });

  it('need not exist: whoever takes it refuses it', () => {
    expect(dayInCell('2018. 2. 31.')).toBe('2018-02-31');
  });
});

describe('a day with a clock in a cell', () => {
  it('stands on Seoul’s clock', () => {
    const at = Date.UTC(2026, 7, 20, 0, 30);
    for (const cell of [
      '2026-08-20 09:30',
      '2026-08-20 9:30',
      '2026-08-20 9:30:00',
      '2026-08-20T09:30',
      '2026. 8. 20. 오전 9:30',
    ])
      expect(instantInCell(cell), cell).toBe(at);
    for (const cell of ['2026/8/20 오후 9:30', '2026-08-20 9:30 PM', '2026년 8월 20일 21:30:00'])
      expect(instantInCell(cell), cell).toBe(at + 12 * 3_600_000);
  });

  it('is none without a clock, or with one that does not exist', () => {
    for (const cell of ['', '2026-08-20', '2026-08-20 25:00', '2026-02-30 09:30', '2026-08-20 오후 13:00', '9:30'])
      expect(instantInCell(cell), cell).toBeNaN();
  });
});

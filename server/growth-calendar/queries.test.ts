import { describe, expect, it } from 'vitest';
import { monthParts, periodIndexOf } from '#contract/growth-calendar/growth-calendar.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { builtInCalendars, calendarOfCrop, findHeatCalendar } from './queries.ts';

describe('the built-in calendars', () => {
  it('are those of the four late citrus crops', () => {
    expect(builtInCalendars.map(({ name }) => name)).toEqual(['한라봉', '레드향', '천혜향', '황금향']);
    expect(calendarOfCrop('한라봉 ')?.nameEn).toContain('Shiranui');
    expect(calendarOfCrop('감자')).toBeUndefined();
  });

  it.each(builtInCalendars)('$name has 36 periods in order of the year, counted from its bud break', (calendar) => {
    const { periods, budBreak } = calendar;
    expect(periods.map(({ month, part }) => (month - 1) * 3 + monthParts.indexOf(part))).toEqual(
      Array.from({ length: 36 }, (_, at) => at),
    );
    const first = periodIndexOf(startOfSeoulDate(`2026-${budBreak}`));
    const fromBudBreak = [...periods.slice(first), ...periods.slice(0, first)];
    const days = fromBudBreak.map(({ daysSinceGermination }) => daysSinceGermination);
    expect(days).toEqual([...days].sort((a, b) => a - b));
    expect(new Set(days).size).toBe(36);
    fromBudBreak.forEach(({ month, part, daysSinceGermination }) => {
      const middle = { early: '05', mid: '15', late: '25' }[part];
      const day = startOfSeoulDate(`2026-${String(month).padStart(2, '0')}-${middle}`);
      const since = (day - startOfSeoulDate(`2026-${budBreak}`)) / DAY_MS;
      expect(daysSinceGermination).toBe(since < 0 ? since + 365 : since);
    });
  });

  it.each(builtInCalendars)(
    '$name keeps its lowest below its highest, and is in full bloom when it says',
    (calendar) => {
      for (const { high, row } of calendar.periods) {
        if (typeof high === 'number' && typeof row === 'number') expect(row).toBeLessThan(high);
      }
      const bloom = calendar.periods[periodIndexOf(startOfSeoulDate(`2026-${calendar.fullBloom}`))];
      expect(bloom?.season).toContain('만개');
    },
  );
});

describe('the calendar a farm can follow', () => {
  async function aStoreWithCodes() {
    const store = await aStore();
    const codes = [
      { code: 'CRO901', name: '한라봉', position: 1, deleted_at: null },
      { code: 'CRO902', name: '무화과', position: 2, deleted_at: null },
      { code: 'CRO903', name: '천혜향', position: 3, deleted_at: null },
    ];
    await store.db.insertInto('item_code').values(codes).execute();
    let count = 0;
    const crop = (
      itemCode: string,
      more: { status?: string; budBreakOn?: string; deletedAt?: number; cultivation?: string } = {},
    ) => {
      count += 1;
      return store.db
        .insertInto('crop')
        .values({
          farm_id: 1,
          crop_id: `c${count}`,
          item_code: itemCode,
          variety: '',
          house: '',
          area_m2: null,
          tree_count: null,
          planted_on: null,
          bud_break_on: more.budBreakOn ?? null,
          cultivation: more.cultivation ?? 'unheated',
          status: more.status ?? 'growing',
          created_at: count,
          deleted_at: more.deletedAt ?? null,
        })
        .execute();
    };
    return { store, crop };
  }

  it('is that of the first crop that grows there and has one', async () => {
    const { store, crop } = await aStoreWithCodes();
    expect(await findHeatCalendar(store, 1)).toBeNull();
    await crop('CRO902');
    await crop('CRO903', { status: 'removed' });
    await crop('CRO903', { deletedAt: 5 });
    expect(await findHeatCalendar(store, 1)).toBeNull();
    await crop('CRO901', { budBreakOn: '2026-02-20' });
    await crop('CRO903');
    const found = await findHeatCalendar(store, 1);
    expect(found).toMatchObject({ cropName: '한라봉', budBreakOn: '2026-02-20', budBreak: '03-01' });
    expect(found?.periods[32]).toEqual({ season: '착색기', row: 5 });
    expect(await findHeatCalendar(store, 2)).toBeNull();
  });

  it('keeps nights warm from bud break until fruit no longer drops where trees were woken by heating', async () => {
    const { store, crop } = await aStoreWithCodes();
    await crop('CRO901', { cultivation: 'heated' });
    const periods = (await findHeatCalendar(store, 1))?.periods ?? [];
    const row = (date: string) => periods[periodIndexOf(startOfSeoulDate(date))]?.row;
    expect(['2026-03-01', '2026-04-15', '2026-05-25', '2026-06-05'].map(row)).toEqual([16, 16, 16, 16]);
    expect(['2026-02-15', '2026-06-15', '2026-11-21'].map(row)).toEqual([2, 'natural', 5]);
  });
});

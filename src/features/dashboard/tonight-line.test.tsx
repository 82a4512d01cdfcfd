import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { HouseOutlook, Outlook } from '#contract/weather/outlook.ts';
import { TonightLine } from './tonight-line.tsx';

const DAY = startOfSeoulDate('2026-01-20');
const clock = (hour: number, minute = 0) => DAY + hour * HOUR_MS + minute * MINUTE_MS;

function aHouse(
  expectedC: number | null,
  change: Partial<HouseOutlook> & { limitC?: number; pastCount?: number } = {},
) {
  const { limitC = 3, pastCount = 30, ...rest } = change;
  const night = { expectedC, errorC: expectedC === null ? null : 1.1, pastCount, limitC };
  return { areaName: '1동', night, day: null, measuredC: null, heatC: null, ...rest };
}

const outlookOf = (houses: HouseOutlook[], change: Partial<Outlook> = {}): Outlook => ({
  nightOn: '2026-01-20',
  night: { forecastC: 1, correctedC: null },
  day: null,
  houses,
  issuedAt: new Date(clock(14)).toISOString(),
  isSimulated: false,
  isPlaced: true,
  ...change,
});

/** The text of the line, without tags. */
function lineOf(outlook: Outlook | undefined, now = clock(15), isFallback = false, sunriseAt?: number): string {
  const markup = renderToStaticMarkup(<TonightLine {...{ outlook, isFallback, sunriseAt, now }} />);
  return markup.replaceAll('<li>', '\n').replaceAll(/<[^>]+>/g, '');
}

describe('the line of tonight', () => {
  it('says how cold, how sure and against which limit', () => {
    expect(lineOf(outlookOf([aHouse(2.8)]))).toBe('오늘 밤 예상 최저 2.8 ℃ (±1.1), 한계 3 ℃보다 낮을 수 있습니다');
    expect(lineOf(outlookOf([aHouse(3.4, { limitC: 2.5 })]))).toBe(
      '오늘 밤 예상 최저 3.4 ℃ (±1.1), 한계 2.5 ℃는 지킬 것으로 보입니다',
    );
  });

  it('is there from 15:00 to 8:00 and at no other minute', () => {
    const told = outlookOf([aHouse(2.8)]);
    expect(lineOf(told, clock(14, 59))).toBe('');
    for (const now of [clock(15), clock(23, 59), clock(24), clock(31, 59)])
      expect(lineOf(told, now)).toContain('2.8 ℃');
    expect(lineOf(told, clock(32))).toBe('');
  });

  it('ends with the sunrise after which the same night is the last one', () => {
    const told = outlookOf([aHouse(2.8)]);
    const at = (now: number) => lineOf(told, now, false, clock(31, 35));
    expect([at(clock(31, 34)) === '', at(clock(31, 35))]).toEqual([false, '']);
    // A sunrise of the day before, kept on the device, ends nothing.
    expect(lineOf(told, clock(29), false, clock(7, 35))).toContain('2.8 ℃');
  });

  it('begins with the house that comes nearest its limit, and leaves out what has measured no night', () => {
    const houses = [
      aHouse(2.8, { areaName: '1동', limitC: 2 }),
      aHouse(7, { areaName: '2동', limitC: 8 }),
      aHouse(null, { areaName: '3동', pastCount: 4 }),
      aHouse(null, { areaName: '시험', pastCount: 0 }),
    ];
    expect(lineOf(outlookOf(houses)).split('\n')).toEqual([
      '오늘 밤 예상 최저 7.0 ℃ (2동, ±1.1), 한계 8 ℃보다 낮을 수 있습니다',
      '오늘 밤 예상 최저 2.8 ℃ (1동, ±1.1), 한계 2 ℃는 지킬 것으로 보입니다',
      '3동: 아직 4일 밤뿐입니다',
    ]);
  });

  it('tells what is so already, once it is colder than was expected', () => {
    const house = aHouse(2.8, { measuredC: 1.5 });
    expect(lineOf(outlookOf([house]), clock(29))).toContain('오늘 밤 벌써 최저 1.5 ℃, 한계 3 ℃보다 낮습니다');
  });

  it('says of when a forecast is that two newer ones should have followed', () => {
    const told = outlookOf([aHouse(2.8)]);
    expect(lineOf(told, clock(22, 59))).not.toContain('예보라');
    expect(lineOf(told, clock(23))).toContain('9시간 전 예보라 어긋날 수 있습니다');
  });

  it('says of when the forecast is while the server is not there', () => {
    const told = outlookOf([aHouse(2.8)]);
    expect(lineOf(told, clock(16), true)).toMatch(/낮을 수 있습니다 · 2시간 전 예보$/);
    expect(lineOf(told, clock(16))).not.toContain('예보');
  });

  it('says why nothing is known: no forecast, too few nights, another heater setting, another night', () => {
    const missing = '오늘 밤의 예보를 받지 못해 예상 최저를 알 수 없습니다.';
    expect(lineOf(outlookOf([], { night: null, issuedAt: null }))).toBe(missing);
    expect(lineOf(outlookOf([aHouse(2.8)], { nightOn: '2026-01-19' }))).toBe(missing);
    expect(lineOf(outlookOf([aHouse(null, { pastCount: 3 })]))).toBe(
      '바깥 예상 최저 1.0 ℃. 아직 3일 밤뿐이라 하우스는 7일 밤이 쌓이면 알려 드립니다.',
    );
    expect(lineOf(outlookOf([aHouse(null, { pastCount: 0 })]))).toBe(
      '바깥 예상 최저 1.0 ℃. 하우스는 7일 밤이 쌓이면 알려 드립니다.',
    );
    expect(lineOf(outlookOf([aHouse(null)]))).toContain('난방 설정이 바뀌어');
    expect(lineOf(undefined)).toBe('');
  });
});

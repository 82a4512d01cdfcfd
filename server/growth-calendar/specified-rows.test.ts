import { expect, it } from 'vitest';
import type { CalendarPeriod } from '#contract/growth-calendar/growth-calendar.ts';
import { builtInCalendars } from './queries.ts';

/** The rows of the specification: month, third, days, stage, high, row, tons, days between, basis, basis by field. */
const specified = `
# 한라봉
1 | early | 310 | 감산기 | 15 | 2 | water-saving | water-saving | sourced | sourced sourced sourced
1 | mid | 320 | 수확기 | 15 | 2 | water-saving | water-saving | sourced | sourced sourced sourced
1 | late | 330 | 수확기 | 15 | 2 | water-saving | water-saving | sourced | sourced sourced sourced
2 | early | 341 | 수확기 | 15 | 2 | water-saving | water-saving | sourced | sourced sourced sourced
2 | mid | 351 | 수확기 | 15 | 2 | water-saving | water-saving | sourced | sourced sourced sourced
2 | late | 361 | 수확기 | 18 | 2 | water-saving | water-saving | interpolated | interpolated interpolated sourced
3 | early | 4 | 발아기(수확 마무리) | 22 | 5 | 10-15 | 7-10 | general | interpolated general general
3 | mid | 14 | 발아기 | 25 | 5 | 8-12 | 7 | interpolated | interpolated interpolated general
3 | late | 24 | 신초신장기 | 25 | 7 | 8-10 | 7 | interpolated | interpolated interpolated general
4 | early | 35 | 개화기 | 25 | 8 | water-saving | water-saving | interpolated | interpolated interpolated interpolated
4 | mid | 45 | 만개기 | 25 | 10 | water-saving | water-saving | interpolated | sourced interpolated interpolated
4 | late | 55 | 낙화·1차 생리낙과기 | 25 | 12 | 5-7 | 3 | interpolated | interpolated interpolated interpolated
5 | early | 65 | 1차 생리낙과기 | 25 | 13 | 5-7 | 3 | interpolated | interpolated interpolated interpolated
5 | mid | 75 | 1차 생리낙과기 | 26 | 14 | 5-7 | 3-4 | interpolated | interpolated interpolated interpolated
5 | late | 85 | 2차 생리낙과기 | 27 | 16 | 5-8 | 4 | interpolated | interpolated interpolated interpolated
6 | early | 96 | 2차 생리낙과기 | 28 | natural | 5-10 | 5 | interpolated | interpolated interpolated interpolated
6 | mid | 106 | 과실비대 전기 | 28 | natural | 5-10 | 5 | interpolated | interpolated interpolated interpolated
6 | late | 116 | 과실비대 전기 | 30 | natural | 5-10 | 5 | interpolated | general interpolated interpolated
7 | early | 126 | 과실비대 전기 | natural | natural | 8-12 | 5 | interpolated | general sourced general
7 | mid | 136 | 과실비대 전기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
7 | late | 146 | 과실비대 전기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
8 | early | 157 | 과실비대 후기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
8 | mid | 167 | 과실비대 후기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
8 | late | 177 | 과실비대 후기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
9 | early | 188 | 과실비대 후기 | 30 | natural | 8-12 | 5-7 | general | general general general
9 | mid | 198 | 과실비대 후기 | 30 | natural | 8-10 | 7 | general | general general general
9 | late | 208 | 과실비대 후기 | 28 | natural | 5-8 | 7 | interpolated | general general interpolated
10 | early | 218 | 과실비대 후기 | 27 | natural | 5-8 | 7 | interpolated | general general interpolated
10 | mid | 228 | 착색기 | 25 | natural | 2-4 | 7 | interpolated | general general interpolated
10 | late | 238 | 착색기 | 23 | natural | 2-4 | 7 | interpolated | general general interpolated
11 | early | 249 | 착색기 | 22 | 8 | 2-4 | 7 | interpolated | general general interpolated
11 | mid | 259 | 착색기 | 20 | 5 | 2-4 | 7-10 | interpolated | general general interpolated
11 | late | 269 | 착색기 | 20 | 5 | 2-3 | 10 | interpolated | general general interpolated
12 | early | 279 | 감산기 | 18 | 3 | 3-5 | 10 | interpolated | interpolated interpolated interpolated
12 | mid | 289 | 감산기 | 15 | 2 | 3-5 | 10-14 | interpolated | interpolated sourced interpolated
12 | late | 299 | 감산기 | 15 | 2 | 2-3 | 14 | interpolated | interpolated sourced interpolated
# 레드향
1 | early | 308 | 수확기 | 15 | 3 | water-saving | water-saving | interpolated | sourced sourced interpolated
1 | mid | 318 | 수확기 | 15 | 3 | water-saving | water-saving | interpolated | sourced sourced interpolated
1 | late | 328 | 수확기 | 15 | 3 | water-saving | water-saving | interpolated | sourced sourced interpolated
2 | early | 339 | 수확기 | 15 | 3 | water-saving | water-saving | interpolated | sourced sourced interpolated
2 | mid | 349 | 수확 후 수세회복기 | 15 | 3 | 8-12 | 10 | interpolated | interpolated sourced general
2 | late | 359 | 수확 후 수세회복기 | 18 | 3 | 8-12 | 10 | interpolated | interpolated interpolated general
3 | early | 2 | 발아기 | 22 | 5 | 10-12 | 7-10 | general | interpolated general general
3 | mid | 12 | 발아기 | 25 | 5 | 8-12 | 7 | interpolated | interpolated interpolated general
3 | late | 22 | 신초신장기 | 25 | 7 | 8-10 | 7 | interpolated | interpolated interpolated general
4 | early | 33 | 개화기 | 25 | 8 | water-saving | water-saving | interpolated | interpolated interpolated interpolated
4 | mid | 43 | 만개기 | 25 | 11 | water-saving | water-saving | interpolated | interpolated interpolated interpolated
4 | late | 53 | 낙화·1차 생리낙과기 | 25 | 12 | 5-7 | 3 | interpolated | interpolated interpolated interpolated
5 | early | 63 | 1차 생리낙과기 | 25 | 13 | 5-7 | 3 | interpolated | interpolated interpolated interpolated
5 | mid | 73 | 1차 생리낙과기 | 25 | 15 | 5-7 | 3-4 | interpolated | interpolated interpolated interpolated
5 | late | 83 | 2차 생리낙과기 | 27 | 16 | 5-8 | 4 | interpolated | interpolated interpolated interpolated
6 | early | 94 | 2차 생리낙과기 | 28 | natural | 5-10 | 5 | interpolated | interpolated interpolated sourced
6 | mid | 104 | 과실비대 전기 | 29 | natural | 5-10 | 5 | sourced | interpolated sourced sourced
6 | late | 114 | 과실비대 전기 | 29 | natural | 5-10 | 5 | sourced | general sourced sourced
7 | early | 124 | 과실비대 전기 | 30 | natural | 5-8 | 3 | interpolated | general sourced interpolated
7 | mid | 134 | 과실비대 전기 | 30 | natural | 6-8 | 3 | interpolated | general sourced interpolated
7 | late | 144 | 과실비대 전기 | 30 | natural | 6-8 | 3 | interpolated | general sourced interpolated
8 | early | 155 | 과실비대 후기 | 30 | natural | 6-8 | 3 | interpolated | general sourced interpolated
8 | mid | 165 | 과실비대 후기 | 30 | natural | 6-8 | 3 | interpolated | general sourced interpolated
8 | late | 175 | 과실비대 후기 | 30 | natural | 6-8 | 3 | interpolated | general sourced interpolated
9 | early | 186 | 과실비대 후기 | 30 | natural | 5-8 | 3-4 | interpolated | general sourced interpolated
9 | mid | 196 | 과실비대 후기 | 29 | natural | 5-8 | 3-4 | interpolated | general sourced interpolated
9 | late | 206 | 과실비대 후기 | 28 | natural | 5-7 | 4 | interpolated | general interpolated interpolated
10 | early | 216 | 과실비대 후기 | 26 | natural | 5-7 | 4-5 | interpolated | interpolated general interpolated
10 | mid | 226 | 착색기 | 25 | natural | 4-6 | 5 | general | sourced general general
10 | late | 236 | 착색기 | 23 | natural | 3-5 | 5-7 | general | sourced general general
11 | early | 247 | 착색기 | 22 | 8 | 3-5 | 7 | general | sourced general general
11 | mid | 257 | 착색기 | 20 | 6 | 2-4 | 7 | general | sourced general general
11 | late | 267 | 착색기 | 20 | 5 | 2-4 | 7-10 | general | sourced general general
12 | early | 277 | 감산기 | 18 | 4 | 2-3 | 10 | interpolated | interpolated interpolated interpolated
12 | mid | 287 | 감산기 | 15 | 3 | water-saving | water-saving | interpolated | interpolated sourced interpolated
12 | late | 297 | 수확기 | 15 | 3 | water-saving | water-saving | interpolated | sourced sourced interpolated
# 천혜향
1 | early | 300 | 감산기 | 15 | 2 | 2-4 | 14 | interpolated | interpolated sourced general
1 | mid | 310 | 감산기 | 15 | 2 | water-saving | water-saving | interpolated | interpolated sourced interpolated
1 | late | 320 | 감산기 | 15 | 2 | water-saving | water-saving | interpolated | interpolated sourced interpolated
2 | early | 331 | 수확기 | 15 | 2 | water-saving | water-saving | interpolated | interpolated sourced interpolated
2 | mid | 341 | 수확기 | 15 | 2 | water-saving | water-saving | interpolated | interpolated sourced interpolated
2 | late | 351 | 수확기 | 15 | 2 | water-saving | water-saving | interpolated | interpolated sourced interpolated
3 | early | 359 | 수확기 | 18 | 3 | water-saving | water-saving | interpolated | interpolated interpolated interpolated
3 | mid | 4 | 발아기(수확 마무리) | 22 | 5 | 10-15 | 7-10 | general | interpolated general general
3 | late | 14 | 발아기 | 25 | 5 | 8-12 | 7 | interpolated | interpolated interpolated general
4 | early | 25 | 신초신장기 | 25 | 7 | 8-10 | 7 | interpolated | interpolated interpolated general
4 | mid | 35 | 개화기 | 25 | 9 | water-saving | water-saving | interpolated | interpolated interpolated interpolated
4 | late | 45 | 만개기 | 25 | 11 | water-saving | water-saving | interpolated | interpolated interpolated interpolated
5 | early | 55 | 낙화·1차 생리낙과기 | 25 | 13 | 5-7 | 3 | interpolated | interpolated interpolated interpolated
5 | mid | 65 | 1차 생리낙과기 | 25 | 14 | 5-7 | 3 | interpolated | interpolated interpolated interpolated
5 | late | 75 | 1차 생리낙과기 | 26 | 16 | 5-7 | 3-4 | interpolated | interpolated interpolated interpolated
6 | early | 86 | 2차 생리낙과기 | 27 | natural | 5-10 | 5 | interpolated | interpolated interpolated interpolated
6 | mid | 96 | 2차 생리낙과기 | 28 | natural | 5-10 | 5 | interpolated | interpolated interpolated interpolated
6 | late | 106 | 과실비대 전기 | 29 | natural | 5-10 | 5 | interpolated | general interpolated interpolated
7 | early | 116 | 과실비대 전기 | natural | natural | 8-12 | 5 | interpolated | general sourced general
7 | mid | 126 | 과실비대 전기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
7 | late | 136 | 과실비대 전기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
8 | early | 147 | 과실비대 후기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
8 | mid | 157 | 과실비대 후기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
8 | late | 167 | 과실비대 후기 | natural | natural | 10-15 | 5 | interpolated | general sourced general
9 | early | 178 | 과실비대 후기 | 30 | natural | 8-12 | 5 | general | general general general
9 | mid | 188 | 과실비대 후기 | 29 | natural | 8-10 | 6 | general | general general general
9 | late | 198 | 과실비대 후기 | 28 | natural | 6-8 | 6 | general | general general general
10 | early | 208 | 과실비대 후기 | 27 | natural | 5-8 | 6 | general | general general general
10 | mid | 218 | 과실비대 후기 | 25 | natural | 5-7 | 7 | general | general general general
10 | late | 228 | 착색기 | 23 | natural | 4-6 | 7 | general | general general general
11 | early | 239 | 착색기 | 22 | 8 | 4-6 | 7 | general | general general general
11 | mid | 249 | 착색기 | 20 | 6 | 3-5 | 7-10 | general | general general general
11 | late | 259 | 착색기 | 20 | 5 | 3-5 | 10 | general | general general general
12 | early | 269 | 착색기 | 18 | 4 | 3-5 | 10 | interpolated | general interpolated general
12 | mid | 279 | 감산기 | 15 | 2 | 3-4 | 10-14 | interpolated | interpolated sourced general
12 | late | 289 | 감산기 | 15 | 2 | 3-4 | 14 | interpolated | interpolated sourced general
# 황금향
1 | early | 314 | 휴면·화아분화기 | 15 | 2 | 5-8 | 14 | interpolated | general sourced general
1 | mid | 324 | 휴면·화아분화기 | 15 | 2 | 5-8 | 14 | interpolated | general sourced general
1 | late | 334 | 휴면·화아분화기 | 15 | 2 | 5-8 | 14 | interpolated | general sourced general
2 | early | 345 | 휴면·화아분화기 | 15 | 2 | 5-8 | 10-14 | interpolated | general sourced general
2 | mid | 355 | 휴면·화아분화기 | 18 | 3 | 8-10 | 10 | interpolated | general interpolated general
2 | late | 0 | 발아기 | 22 | 5 | 10-12 | 7-10 | general | interpolated general general
3 | early | 8 | 발아기 | 25 | 5 | 8-12 | 7 | interpolated | interpolated interpolated general
3 | mid | 18 | 신초신장기 | 25 | 7 | 8-10 | 7 | interpolated | interpolated interpolated general
3 | late | 28 | 개화기 | 25 | 8 | water-saving | water-saving | interpolated | interpolated interpolated interpolated
4 | early | 39 | 만개기 | 25 | 9 | water-saving | water-saving | interpolated | interpolated interpolated interpolated
4 | mid | 49 | 낙화·1차 생리낙과기 | 25 | 11 | 5-7 | 3 | interpolated | interpolated interpolated interpolated
4 | late | 59 | 1차 생리낙과기 | 25 | 12 | 5-7 | 3 | interpolated | interpolated interpolated interpolated
5 | early | 69 | 1차 생리낙과기 | 25 | 13 | 5-7 | 3-4 | interpolated | interpolated interpolated interpolated
5 | mid | 79 | 2차 생리낙과기 | 26 | 14 | 5-8 | 4 | interpolated | interpolated interpolated interpolated
5 | late | 89 | 2차 생리낙과기 | 27 | 16 | 5-8 | 4-5 | interpolated | interpolated interpolated interpolated
6 | early | 100 | 과실비대 전기 | 28 | natural | 5-10 | 5 | interpolated | interpolated interpolated interpolated
6 | mid | 110 | 과실비대 전기 | 28 | natural | 5-10 | 5 | interpolated | general interpolated interpolated
6 | late | 120 | 과실비대 전기 | 29 | natural | 5-10 | 5 | interpolated | general interpolated interpolated
7 | early | 130 | 과실비대 전기 | natural | natural | 8-12 | 5 | interpolated | general sourced general
7 | mid | 140 | 과실비대 전기 | natural | natural | 10-14 | 5 | interpolated | general sourced general
7 | late | 150 | 과실비대 후기 | natural | natural | 10-14 | 5 | interpolated | general sourced general
8 | early | 161 | 과실비대 후기 | natural | natural | 10-14 | 5 | interpolated | general sourced general
8 | mid | 171 | 과실비대 후기 | natural | natural | 10-14 | 5 | interpolated | general sourced general
8 | late | 181 | 과실비대 후기 | natural | natural | 8-12 | 5 | interpolated | general sourced general
9 | early | 192 | 과실비대 후기 | 30 | natural | 6-10 | 5-6 | general | general general general
9 | mid | 202 | 착색기 | 28 | natural | 4-6 | 7 | interpolated | interpolated interpolated general
9 | late | 212 | 착색기 | 27 | natural | 3-5 | 7 | interpolated | interpolated interpolated general
10 | early | 222 | 착색기 | 25 | natural | 2-4 | 7 | interpolated | interpolated interpolated interpolated
10 | mid | 232 | 감산기 | 24 | natural | 2-3 | 7-10 | interpolated | interpolated interpolated interpolated
10 | late | 242 | 수확기 | 22 | natural | water-saving | water-saving | interpolated | interpolated interpolated sourced
11 | early | 253 | 수확기 | 20 | natural | water-saving | water-saving | interpolated | sourced interpolated sourced
11 | mid | 263 | 수확기 | 20 | 5 | water-saving | water-saving | interpolated | sourced interpolated sourced
11 | late | 273 | 수확기 | 18 | 4 | water-saving | water-saving | interpolated | sourced interpolated sourced
12 | early | 283 | 수확기 | 18 | 3 | water-saving | water-saving | interpolated | sourced interpolated sourced
12 | mid | 293 | 수확기 | 15 | 2 | water-saving | water-saving | sourced | sourced sourced sourced
12 | late | 303 | 수확 후 수세회복기 | 15 | 2 | 8-12 | 10 | interpolated | interpolated sourced general
`;

const figure = (value: CalendarPeriod['high'] | CalendarPeriod['watering']) =>
  typeof value === 'object' ? `${value.min}-${value.max}` : String(value);

const rowOf = ({ month, part, daysSinceGermination, season, basis, basisByField, ...period }: CalendarPeriod) =>
  [
    ...[month, part, daysSinceGermination, season],
    ...[period.high, period.row, period.watering, period.wateringInterval].map(figure),
    basis,
    [basisByField.stage, basisByField.temp, basisByField.water].join(' '),
  ].join(' | ');

it('144 of 144 rows are as they were specified', () => {
  const rows = specified.trim().split('\n');
  const built = builtInCalendars.flatMap(({ name, periods }) => [`# ${name}`, ...periods.map(rowOf)]);
  expect(built).toEqual(rows);
  expect(rows.filter((row) => !row.startsWith('#'))).toHaveLength(144);
});

it('every figure that was read or carried over names where from, and general practice names nobody', () => {
  for (const { periods, sources } of builtInCalendars) {
    for (const { basisByField, sourcesByField } of periods) {
      for (const field of ['stage', 'temp', 'water'] as const) {
        if (basisByField[field] === 'general') expect(sourcesByField[field]).toEqual([]);
        else expect(sourcesByField[field].length).toBeGreaterThan(0);
        expect(sources).toEqual(expect.arrayContaining(sourcesByField[field]));
      }
    }
  }
});

it('a note names where from by sources that can be opened, not by keys in its words', () => {
  for (const { periods, sources } of builtInCalendars) {
    for (const { note = '', noteSources = [] } of periods) {
      expect(note).not.toMatch(/S\d/);
      expect(sources).toEqual(expect.arrayContaining(noteSources));
    }
  }
});

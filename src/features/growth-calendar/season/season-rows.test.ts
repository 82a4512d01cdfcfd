import { expect, it } from 'vitest';
import type { CropSeason } from '#contract/growth-calendar/crop-year.ts';
import { startOfSeoulDate } from '#contract/time/time.ts';
import { csvText } from '#src/lib/csv/csv.ts';
import { longestMissed, unjudgedWords } from './season-missed.tsx';
import { seasonRows } from './season-rows.tsx';

const third = (begin: string, end: string, belowHours: number, aboveHours: number): CropSeason['missed'][number] => ({
  from: startOfSeoulDate(begin),
  to: startOfSeoulDate(end),
  season: '개화기',
  belowC: belowHours > 0 ? 2.5 : 0,
  aboveC: aboveHours > 0 ? 1.2 : 0,
  belowHours,
  aboveHours,
});

const missed = [
  third('2026-04-01', '2026-04-11', 5, 0),
  third('2026-04-11', '2026-04-21', 1, 30),
  third('2026-04-21', '2026-05-01', 12, 0),
];

const season: CropSeason = {
  cropId: 'c-1',
  itemsName: '한라봉',
  house: '1동',
  beganOn: '2026-03-01',
  isBudBreakNoted: true,
  daysSinceBudBreak: 2,
  budBreak: '03-01',
  fullBloomOn: '2026-04-12',
  daysSinceFullBloom: -40,
  harvest: { fromOn: '2027-01-01', toOn: '2027-03-31', spreadDays: 7 },
  stages: [{ season: '발아기', from: startOfSeoulDate('2026-03-01'), to: startOfSeoulDate('2026-03-11') }],
  own: { beganOn: '2026-03-01', degreeDays: [1.5, null], light: [] },
  lastYear: null,
  leadFarm: {
    farmName: '위미, 선도',
    cropName: '한라봉',
    beganOn: '2026-03-01',
    degreeDays: [2, 3],
    light: [20.5, null],
  },
  missed,
  unjudged: [{ from: startOfSeoulDate('2026-03-01'), to: startOfSeoulDate('2026-03-11'), season: '발아기' }],
  judged: 5,
};

it('writes a season as a file: dates, stages, every third that was missed, and each day beside the lead farm’s', () => {
  expect(csvText(seasonRows(season)).replace('\uFEFF', '').split('\r\n')).toEqual([
    '발아일,2026-03-01',
    '만개,2026-04-12',
    '수확 예상,2027-01-01,2027-03-31',
    '수확 앞뒤 차이 (일),7',
    '',
    '생육 단계,처음,끝',
    '발아기,2026-03-01,2026-03-10',
    '',
    '목표를 벗어난 때,처음,끝,목표보다 낮음 (℃),낮은 시간,목표보다 높음 (℃),높은 시간',
    '개화기,2026-04-01,2026-04-10,2.5,5,0,0',
    '개화기,2026-04-11,2026-04-20,2.5,1,1.2,30',
    '개화기,2026-04-21,2026-04-30,2.5,12,0,0',
    '',
    '기록이 모자라 모르는 때,처음,끝',
    '발아기,2026-03-01,2026-03-10',
    '',
    '날짜,우리 농장 온도 (℃·일),우리 농장 빛 (mol/㎡),"위미, 선도 온도 (℃·일)","위미, 선도 빛 (mol/㎡)"',
    '2026-03-01,1.5,,2,20.5',
    '2026-03-02,,,3,',
    '',
  ]);
});

it('puts on paper the thirds in which targets were missed for the longest, cold and heat together', () => {
  expect([...longestMissed(missed, 2)]).toEqual([missed[1]?.from, missed[2]?.from]);
});

it('says of which thirds nothing is known, neighbours as one stretch of time', () => {
  const unjudged = [
    third('2026-03-01', '2026-03-11', 0, 0),
    third('2026-03-11', '2026-03-21', 0, 0),
    third('2026-06-21', '2026-07-01', 0, 0),
  ];
  expect(unjudgedWords(unjudged)).toBe('3월 상순 ~ 3월 중순, 6월 하순');
});

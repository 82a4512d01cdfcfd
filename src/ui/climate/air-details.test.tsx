import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Climate, DayHeat, NightCold } from '#contract/monitor/climate.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { AirDetails } from './air-details.tsx';

const NIGHT = startOfSeoulDate('2026-01-20');
const behind = { degreeHours: 0, sensors: 1, counted: 1, heaterMs: null, ventMs: null, curtainMs: null, hint: null };
const night: NightCold = {
  ...behind,
  min: { value: -0.5, at: NIGHT + 5 * HOUR_MS },
  lowC: 2,
  belowMs: 2 * HOUR_MS,
  degreeHours: 4.2,
  sunriseAt: NIGHT + 7 * HOUR_MS,
  sensors: 2,
  counted: 1,
  heaterMs: 90 * MINUTE_MS,
  ventMs: 0,
  curtainMs: 11 * HOUR_MS,
  hint: 'heaterFrost',
};
const day: DayHeat = {
  ...behind,
  max: { value: 17.3, at: NIGHT + 13 * HOUR_MS },
  hour: { from: NIGHT + 13 * HOUR_MS, mean: 17 },
  highC: 15,
  aboveMs: 80 * MINUTE_MS,
  hint: 'winterDay',
};
const house = { areaName: '1동', targets: [], lastNight: night, lastDay: day };
const kept = { ...house, areaName: '2동', lastNight: { ...night, min: { ...night.min, value: 3 } }, lastDay: null };
const climate: Climate = { frostGuardC: 0, crops: [], houses: [house, kept] };

const said = (of: Climate, about: NightCold) =>
  renderToStaticMarkup(<AirDetails climate={of} night={about} />).replace(/<(?!a )[^>]+>/g, '\n');

it('tells what stands behind the night, whether the others agree, the day, and advice with its source', () => {
  const words = said(climate, night);
  expect(words).toContain(
    '2개 동 가운데 1개 동이 낮았습니다 · 모자란 온도 4.2 ℃·시간 · 온도계 2개 중 1개 · 난방 1시간 30분 · 측창 열림 없음 · 커튼 11시간',
  );
  expect(words).toContain('낮 최고 17.3 ℃ (13:00), 목표보다 2.3 ℃ 높음 · 1시간 20분');
  expect(words).toMatch(/유동팬을 함께.*\s.*ihalla\.com/);
  expect(words).toMatch(/15 ℃를 넘지 않게.*\s.*ajunews\.com/);
});

it('says of houses that all kept their target that they did, and nothing where nothing was aimed at', () => {
  expect(said({ ...climate, houses: [kept, kept] }, kept.lastNight)).toContain('모든 동이 목표를 지켰습니다');
  const aimless = { ...kept, lastNight: { ...night, lowC: null } };
  expect(said({ ...climate, houses: [aimless, aimless] }, aimless.lastNight)).not.toContain('동이');
});

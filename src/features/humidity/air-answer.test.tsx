import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AirPeriod, HumidityAnswer } from '#contract/monitor/humidity.ts';
import { dryPeriod } from '../../../tests/support/examples/dry-period.ts';
import { AirAnswer } from './air-answer.tsx';

const wet = (hours: number): AirPeriod => ({
  ...dryPeriod,
  wetHours: hours,
  longestWetHours: hours,
  wetMildHours: hours,
  wetMeanC: 17,
});

type Grown = Pick<HumidityAnswer, 'season' | 'stages'>;

const nothing: Grown = { season: null, stages: [] };

function said(lastNight: AirPeriod, grown = nothing, last24Hours = lastNight): string {
  const target = { index: 1, type: 'HUMIDITY' as const, name: '', areaName: '', unit: '%', intervalMs: 60_000 };
  const graph = { begin: 0, end: 1, stepMs: 1, humidity: [], deficit: [] };
  const air: HumidityAnswer = {
    sensor: target,
    temperatureSensor: null,
    leafSensor: null,
    now: null,
    lastNight,
    last24Hours,
    last7Days: dryPeriod,
    ...grown,
    graph,
  };
  return renderToStaticMarkup(<AirAnswer air={air} nightName="지난밤" />).replace(/<[^>]+>/g, '');
}

it('says that there is little to fear', () => {
  expect(said(dryPeriod)).toBe('지난밤 습도가 90 %를 넘지 않아 병 걱정이 적습니다.');
  expect(said(wet(3.2))).toBe('지난밤 습도 90 % 이상은 3.2시간으로, 병 걱정이 적습니다.');
  expect(said({ ...dryPeriod, coveredHours: 0 })).toBe('지난밤 습도 기록이 없습니다.');
});

it('warns of a wet night, and names diseases by the stage of the trees', () => {
  expect(said(wet(7.5))).toMatch(/^병해 주의: 지난밤 습도 90 % 이상이 7.5시간이었습니다.\s*잎과 열매에/);
  expect(said(wet(7.5), { season: '만개기', stages: ['fullBloom'] })).toContain(
    '만개기라 잿빛곰팡이병과 더뎅이병을 살펴 주세요.',
  );
  expect(said(wet(12.5), { season: '개화기', stages: ['bloom'] })).toContain('병해 위험: 지난밤');
});

it('tells of wet hours in a row where they were not in the night', () => {
  expect(said(dryPeriod, nothing, wet(8))).toContain('24시간 사이 잇달아 습도 90 % 이상이 8.0시간이었습니다.');
});

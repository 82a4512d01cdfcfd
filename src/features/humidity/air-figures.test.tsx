import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { HumidityAnswer } from '#contract/monitor/humidity.ts';
import { dryPeriod } from '../../../tests/support/examples/dry-period.ts';
import { AirFigures } from './air-figures.tsx';

const NOON = Date.parse('2026-11-23T12:00:00+09:00');
const MINUTE_MS = 60_000;

const target = { index: 1, name: '', areaName: '', intervalMs: MINUTE_MS };
const damp: HumidityAnswer = {
  sensor: { ...target, type: 'HUMIDITY', unit: '%' },
  temperatureSensor: { ...target, type: 'TEMPERATURE', unit: '℃' },
  leafSensor: null,
  now: {
    date: new Date(NOON).toISOString(),
    humidity: 97,
    temperature: 12,
    dewPoint: 11.5,
    deficit: 0.04,
    isCondensing: true,
  },
  lastNight: dryPeriod,
  last24Hours: dryPeriod,
  last7Days: dryPeriod,
  season: null,
  stages: [],
  graph: { begin: 0, end: 1, stepMs: 1, humidity: [], deficit: [] },
};

const saidAfter = (ageMs: number) =>
  renderToStaticMarkup(<AirFigures air={damp} now={NOON + ageMs} nightName="지난밤" />).replace(/<[^>]+>/g, ' ');

it('says what the air is and what to do', () => {
  expect(saidAfter(MINUTE_MS)).toMatch(/지금 물이 맺히기 쉽습니다.*너무 습함.*환기하거나 유동팬을/);
});

it('says of old values how old they are, and nothing about now', () => {
  const said = saidAfter(20 * 60 * MINUTE_MS);
  expect(said.match(/20시간 전/g)).toHaveLength(3);
  expect(said).toMatch(/97.*11\.5.*0\.04/);
  expect(said).not.toMatch(/지금|너무 습함|환기/);
});

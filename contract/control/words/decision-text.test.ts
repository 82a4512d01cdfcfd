import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type DecisionRow, decisionRow, type Figure, figureNames, outcomes, reasons } from '../decision.ts';
import { decisionSentence, ruleNowSentence } from './decision-text.ts';

/** On 22 November at 06:00 in Seoul. */
const at = Date.UTC(2026, 10, 21, 21);
const allFigures: Figure[] = figureNames.map((name) => ({ name, value: 27.123, at: null, limit: 25 }));

describe('a decision reads as one sentence', () => {
  it.each([
    [
      {
        outcome: 'kept',
        reason: 'MOIST',
        figures: [{ name: 'soilMoisture', value: 27.1, at: 0, limit: 25 }],
        by: null,
      },
      '관수 그대로 · 수분 27.1 %, 시작점 25 %보다 높음 · 25 % 아래로 이어지면 시작',
    ],
    [
      { outcome: 'blocked', reason: 'INTERLOCK', figures: [], by: '측창이 열려 있음' },
      '관수 막힘 · 측창이 열려 있음 (인터록) · 풀리면 바로 움직임',
    ],
    [
      {
        outcome: 'blocked',
        reason: 'INTERLOCK',
        figures: [{ name: 'wind', value: 12.4, at: null, limit: 10 }],
        by: '강풍',
      },
      '관수 막힘 · 강풍 (인터록): 바람 12.4 m/s (기준 10 m/s) · 풀리면 바로 움직임',
    ],
    [
      { outcome: 'skipped', reason: 'LATE', figures: [{ name: 'minutes', value: 44, at: null, limit: 30 }], by: null },
      '관수 건너뜀 · 서버가 멈춰 있었음 (44분 늦음, 30분 넘음)',
    ],
    [
      {
        outcome: 'waiting',
        reason: 'SOAKING',
        figures: [{ name: 'until', value: Date.UTC(2026, 10, 21, 22, 30), at: null, limit: null }],
        by: null,
      },
      '관수 기다림 · 스며드는 중 · 07:30에 다시 봄',
    ],
    [
      {
        outcome: 'kept',
        reason: 'RESTING',
        figures: [{ name: 'until', value: Date.UTC(2026, 10, 22, 16, 2), at: null, limit: null }],
        by: null,
      },
      '관수 그대로 · 다음까지 쉬는 중 · 11월 23일 (월) 01:02에 다시 판단',
    ],
    [
      { outcome: 'blocked', reason: 'TRIPPED', figures: [], by: 'UNPROVED' },
      '관수 막힘 · 차단됨 (세 번 움직였지만 확인되지 않음) · 확인하고 해제하면 다시 판단',
    ],
    [
      { outcome: 'stopped', reason: 'REFUSED', figures: [], by: 'LOCAL' },
      '관수 끔 · 제어기가 거절함 (현장에서 손으로 조작 중) · 잠시 뒤 다시 시도',
    ],
    [
      { outcome: 'blocked', reason: 'LOCKED_OUT', figures: [], by: '사람 있음' },
      '관수 막힘 · 사람 있음 · 모두 나오거나 시간이 지나면 다시 판단',
    ],
    [
      { outcome: 'kept', reason: 'FLAPPING', figures: [{ name: 'count', value: 60, at: null, limit: null }], by: null },
      '관수 요동 · 한 시간에 60번 넘게 바뀜 · 잦아들 때까지 바뀔 때마다 적지 않음',
    ],
    [
      {
        outcome: 'started',
        reason: 'REST',
        figures: [{ name: 'position', value: 0, at: null, limit: null }],
        by: null,
      },
      '관수 0 %로 움직임 · 아무 규칙도 원하지 않음',
    ],
    [{ outcome: 'stopped', reason: 'GIVEN', figures: [], by: null }, '관수 끔 · 물 주기가 끝남'],
    [
      {
        outcome: 'skipped',
        reason: 'HAND_WAITED',
        figures: [{ name: 'minutes', value: 10, at: null, limit: null }],
        by: null,
      },
      '관수 건너뜀 · 직접 켠 물을 10분 동안 시작하지 못해 그만둠 · 필요하면 다시 켜 주세요',
    ],
    [
      { outcome: 'suspended', reason: 'SENSOR_SILENT', figures: [], by: null },
      '관수 쉼 · 센서 값이 오래됨 · 새 값이 오면 다시 판단',
    ],
  ] satisfies [Pick<DecisionRow, 'outcome' | 'reason' | 'figures' | 'by'>, string][])('%#', (row, sentence) => {
    expect(decisionSentence({ ...row, at }, '관수')).toBe(sentence);
  });

  it('for every outcome and reason, with all figures or with none', () => {
    for (const outcome of outcomes) {
      for (const reason of reasons) {
        for (const figures of [allFigures, []]) {
          const row = {
            at: Date.UTC(2026, 10, 22, 5, 20),
            rule: null,
            actuator: 31,
            layer: 'rule' as const,
            outcome,
            reason,
            figures,
            by: null,
          };
          expect(z.decode(decisionRow, z.encode(decisionRow, row))).toEqual(row);
          const sentence = decisionSentence({ at, outcome, reason, figures, by: null }, '난방기');
          expect(sentence).toMatch(/^난방기 ([가-힣 ]+|27\.12 %로 움직임) · .*[가-힣]/);
          expect(sentence).not.toMatch(/undefined|null|NaN/);
        }
      }
    }
  });
});

describe('what a rule does now stands without its name', () => {
  const moist: Figure[] = [{ name: 'soilMoisture', value: 27.1, at: 0, limit: 25 }];
  const warm: Figure[] = [{ name: 'temperature', value: 27, at: 0, limit: 25 }];
  const dry: Figure[] = [{ name: 'vpd', value: 0.9, at: 0, limit: 1.2 }];
  it.each([
    [
      { outcome: 'kept', reason: 'MOIST', figures: moist, by: null, actuator: null },
      '움직이지 않음 · 수분 27.1 %, 시작점 25 %보다 높음 · 25 % 아래로 이어지면 시작',
    ],
    [
      { outcome: 'kept', reason: 'BEYOND_TARGET', figures: warm, by: null, actuator: null },
      '움직이려 함 · 온도 27 ℃, 목표 25 ℃에서 벗어남',
    ],
    [
      { outcome: 'kept', reason: 'AT_TARGET', figures: dry, by: null, actuator: null },
      '수증기압차 0.9 kPa, 목표 1.2 kPa 안 · 벗어나면 움직임',
    ],
    [
      { outcome: 'kept', reason: 'CONDITION_MET', figures: [], by: null, actuator: null },
      '움직이지 않음 · 조건이 이미 맞아 있음 · 풀렸다가 다시 맞으면 움직임',
    ],
    [
      { outcome: 'suspended', reason: 'SENSOR_SILENT', figures: [], by: null, actuator: null },
      '쉼 · 센서 값이 오래됨 · 새 값이 오면 다시 판단',
    ],
    [{ outcome: 'started', reason: 'DUE', figures: [], by: null, actuator: 31 }, '2동 밸브 켬 · 정한 시각'],
  ] satisfies [Pick<DecisionRow, 'outcome' | 'reason' | 'figures' | 'by' | 'actuator'>, string][])(
    '%#',
    (row, words) => {
      expect(ruleNowSentence({ ...row, at }, '2동 밸브')).toBe(words);
    },
  );
});

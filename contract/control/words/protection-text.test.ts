import { expect, it } from 'vitest';
import type { Condition } from '../rule/condition.ts';
import { conditionsPhrase } from '../rule/condition-text.ts';
import { guardSentence } from './protection-text.ts';

const wet: Condition = {
  kind: 'sensor',
  sensors: [16],
  by: 'max',
  op: 'above',
  value: 0,
  value2: null,
  hysteresis: 0,
  forMin: 0,
};
const said = (given: object) => {
  const condition: Condition = Object.assign({}, wet, given);
  return conditionsPhrase({ match: 'all', items: [condition] }, () => {
    return { name: '마당 감우기', unit: '', type: 'RAIN_DETECT' };
  });
};

it('a detector of rain is told as rain or none, without figures', () => {
  expect(said({})).toBe('마당 감우기 비 옴');
  expect(said({ op: 'below', value: 1, forMin: 30 })).toBe('마당 감우기 비 안 옴 30분 이상');
  const guard = { sensor: '마당 감우기', unit: '', op: 'above', value: 0.5, hysteresis: 0.1, forSec: 60 } as const;
  expect(guardSentence({ ...guard, actuator: 32, levelPct: 0, isInForce: true }, 'VENT')).toBe(
    '마당 감우기가 비를 알려 1분 이어지면 닫음 · 그치면 놓음',
  );
});

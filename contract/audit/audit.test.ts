import { expect, it } from 'vitest';
import { auditActions, auditWord } from './audit.ts';

it('names what is done to all that a list manages by the name of its page', () => {
  expect(['crop.create', 'sensor.update', 'device.delete'].map((name) => auditWord(known(name)))).toEqual([
    '작물 등록',
    '센서 변경',
    '장치 삭제',
  ]);
});

it('has words of its own for what else is done, and where those of the page would not do', () => {
  expect(['farm.update', 'device.key'].map((name) => auditWord(known(name)))).toEqual([
    '농장 정보 변경',
    '장치 키 발급',
  ]);
});

it('lists each action once, those of a noun together', () => {
  expect(new Set(auditActions).size).toBe(auditActions.length);
  const nouns = auditActions.map((action) => action.split('.')[0]);
  const runs = nouns.filter((noun, at) => noun !== nouns[at - 1]);
  expect(new Set(runs).size).toBe(runs.length);
});

function known(name: string) {
  const action = auditActions.find((one) => one === name);
  if (!action) throw new Error(`the audit log knows no ${name}`);
  return action;
}

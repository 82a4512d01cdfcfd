import { expect, it } from 'vitest';
import { orderProblems } from './order-problems.ts';

const labels = new Map([
  ['farmName', '농장 이름'],
  ['coUsers', '공동 사용자'],
  ['coUsers.1.userId', '아이디'],
]);

it('lists problems as the page does, those of no field first', () => {
  const lines = orderProblems({ 'coUsers.0.userId': 'c', other: 'x', farmName: 'a' }, labels);
  expect(lines.map(({ path }) => path)).toEqual(['other', 'farmName', 'coUsers.0.userId']);
});

it('leads to the field itself, or to the nearest around it', () => {
  const lines = orderProblems({ 'coUsers.0.userId': 'a', 'coUsers.1.userId': 'b', '': 'c' }, labels);
  expect(lines.map(({ field, label }) => [field, label])).toEqual([
    [null, ''],
    ['coUsers', '공동 사용자'],
    ['coUsers.1.userId', '아이디'],
  ]);
});

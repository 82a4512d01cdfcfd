import { expect, test } from 'vitest';
import { withProvisional } from './with-provisional.ts';

const P = 900_000_000_000_001;
const Q = 900_000_000_000_002;
const read = [{ index: 1, name: '위미 농장' }];

test('what waits is listed by its provisional index, what was sent by the one that the server gave', () => {
  const unread = [
    { index: P, name: '계곡 농장', sentAs: 7 },
    { index: Q, name: '언덕 농장', sentAs: undefined },
  ];
  const rows = withProvisional(read, { unread });
  expect(rows.map(({ index, name }) => [index, name])).toEqual([
    [1, '위미 농장'],
    [7, '계곡 농장'],
    [Q, '언덕 농장'],
  ]);
});

test('nothing is listed twice once the list has it', () => {
  const sent = { index: P, name: '계곡 농장', sentAs: 7 };
  const rows = withProvisional([...read, { index: 7, name: '계곡 농장' }], { unread: [sent] });
  expect(rows.map(({ index }) => index)).toEqual([1, 7]);
});

test('the one that a form names keeps its provisional index, and is listed once', () => {
  const asked = { index: P, name: '계곡 농장', sentAs: 7 };
  for (const list of [read, [...read, { index: 7, name: '계곡 농장' }]]) {
    const rows = withProvisional(list, { unread: [asked], asked });
    expect(rows.map(({ index }) => index)).toEqual([1, P]);
  }
});

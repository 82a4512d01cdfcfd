import { describe, expect, it } from 'vitest';
import {
  advanced,
  erased,
  figureOf,
  invalidFigure,
  isRow,
  nextTree,
  observedTree,
  progressOf,
  type Row,
  relisted,
  rowProblems,
  steppedBack,
  typed,
} from './row-state.ts';

const row: Row = {
  cropId: 'c',
  house: '1동',
  asked: ['fruitMm', 'brix'],
  tree: '12',
  step: 1,
  lastTree: '',
  isMeasuring: true,
  id: 'one',
  active: 'fruitMm',
  texts: {},
  pests: [],
  confirmed: [],
  done: [],
};
const keyed = (keys: string, from: Row = row) => [...keys].reduce(typed, from);

describe('a row of trees', () => {
  it.each([
    ['12', 1, '13'],
    ['12', -1, '11'],
    ['9', 2, '11'],
    ['A-9', 1, 'A-10'],
    ['007', 1, '008'],
    ['1', -1, ''],
    ['남쪽', 1, ''],
  ])('goes on from %s by %i to %s', (tree, step, next) => {
    expect(nextTree(tree, step)).toBe(next);
  });

  it.each([
    ['12', 1, '20', {}],
    ['12', 1, '', {}],
    ['20', -1, '12', {}],
    ['A-9', 1, 'A-20', {}],
    ['A-9', 1, '20', {}],
    ['가', 1, '', { tree: expect.stringContaining('번호로 끝나야') }],
    ['0', 1, '', { tree: '나무 번호는 1부터입니다.' }],
    ['1', 1, '0', { lastTree: '나무 번호는 1부터입니다.' }],
    ['1', 1, '나', { lastTree: expect.stringContaining('번호로 끝나야') }],
    ['12', 1, '5', { lastTree: expect.stringContaining('뒤의 번호') }],
    ['5', -1, '12', { lastTree: expect.stringContaining('앞의 번호') }],
    ['A-9', 1, 'B-20', { lastTree: expect.stringContaining('같은 줄') }],
    ['가', 1, '0', { tree: expect.anything(), lastTree: expect.anything() }],
  ])('from %s by %i to %s can be measured, or says why not at its field', (tree, step, lastTree, problems) => {
    expect(rowProblems({ tree, step, lastTree })).toEqual(problems);
  });

  it('takes figures from its own keys, one point in each', () => {
    expect(keyed('52.4').texts.fruitMm).toBe('52.4');
    expect(figureOf(keyed('.5'), 'fruitMm')).toBe(0.5);
    expect(keyed('5..2').texts.fruitMm).toBe('5.2');
    expect(keyed('05').texts.fruitMm).toBe('5');
    expect(erased(keyed('52')).texts.fruitMm).toBe('5');
  });

  it('holds back a tree whose figure is unusual until somebody stands by it, and one that cannot be for good', () => {
    expect(invalidFigure(keyed('52'))).toBeUndefined();
    expect(invalidFigure(keyed('150'))).toBe('fruitMm');
    expect(invalidFigure({ ...keyed('150'), confirmed: ['fruitMm'] })).toBeUndefined();
    expect(invalidFigure({ ...keyed('999'), confirmed: ['fruitMm'] })).toBe('fruitMm');
    // Another value must be confirmed again.
    expect(keyed('1', { ...keyed('15'), confirmed: ['fruitMm'] }).confirmed).toEqual([]);
  });

  it('moves on with empty hands and comes back with what was measured', () => {
    const full = keyed('52.4');
    const on = advanced(full, observedTree(full, 7, 0), 'two');
    expect(on).toMatchObject({ id: 'two', tree: '13', texts: {}, done: [{ id: 'one', tree: '12', state: 'sending' }] });
    expect(on.done[0]?.fields).toMatchObject({ farmIndex: 7, fruitMm: 52.4, brix: null });
    expect(steppedBack(on, 'three')).toMatchObject({ id: 'three', tree: '12', texts: { fruitMm: '52.4' }, done: [] });
  });

  it('says how far it is, where its end is known', () => {
    const on = advanced(keyed('52'), observedTree(keyed('52'), 7, 0), 'two');
    expect(progressOf(on)).toEqual({ count: 1, total: undefined });
    expect(progressOf({ ...on, lastTree: '20' })).toEqual({ count: 1, total: 9 });
    expect(progressOf({ ...on, step: -1, lastTree: '5' })).toEqual({ count: 1, total: 10 });
  });

  it('is taken up again only if this release can read it', () => {
    expect(isRow(JSON.parse(JSON.stringify(row)))).toBe(true);
    expect(isRow({ ...row, asked: ['weight'] })).toBe(false);
    expect(isRow(null)).toBe(false);
  });
});

it('a tree that could not be taken back stands in the row again, once, and what is typed stays', () => {
  const measured = advanced(keyed('52', row), observedTree(keyed('52', row), 3, 0), 'two');
  const [done] = measured.done;
  if (!done) throw new Error('nothing was measured');
  const back = keyed('1', steppedBack(measured, 'three'));
  const again = relisted(back, done);
  expect(again.done.map(({ id, tree }) => [id, tree])).toEqual([['one', '12']]);
  expect(again.texts).toEqual(back.texts);
  expect(relisted(again, done).done).toHaveLength(1);
});

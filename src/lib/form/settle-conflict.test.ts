import { expect, it } from 'vitest';
import { disputedOf, settleConflict } from './settle-conflict.ts';

it('takes the chosen side, keeps what else was typed and follows the store where nothing was', () => {
  const base = { name: 'a', place: 'b', note: 'c', code: 'd' };
  const mine = { name: 'mine', place: 'mine', note: 'mine', code: 'd' };
  const current = { name: 'theirs', place: 'theirs', note: 'c', code: 'theirs' };
  expect(settleConflict({ base, mine, current }, { name: 'mine', place: 'theirs' })).toEqual({
    name: 'mine',
    place: 'theirs',
    note: 'mine',
    code: 'theirs',
  });
});

const fine = { answer: 'fine', remark: '' };
const wrong = { answer: 'wrong', remark: '탐' };
const none = { answer: 'none', remark: '' };
/** Both changed `power`; I answered `wiring` and emptied `fan`, the other answered `fuse` and emptied `valve`. */
const checklists: Record<'base' | 'mine' | 'current', { title: string; checks: Record<string, unknown> }> = {
  base: { title: 'a', checks: { fan: fine, valve: fine } },
  mine: { title: 'a', checks: { power: wrong, wiring: fine, valve: fine } },
  current: { title: 'b', checks: { power: none, fuse: fine, fan: fine } },
};

it('settles a checklist point by point: the choice decides only the points that both have changed', () => {
  const agreed = { wiring: fine, fuse: fine };
  expect(settleConflict(checklists, { checks: 'mine' }).checks).toEqual({ ...agreed, power: wrong });
  expect(settleConflict(checklists, { checks: 'theirs' }).checks).toEqual({ ...agreed, power: none });
});

it('keeps the answers of both where the conflict is about another field', () => {
  const mine = { title: 'mine', checks: { ...checklists.base.checks, wiring: fine } };
  const current = { title: 'b', checks: { ...checklists.base.checks, fuse: fine } };
  const settled = settleConflict({ ...checklists, mine, current }, { title: 'theirs' });
  expect(settled).toEqual({ title: 'b', checks: { fan: fine, valve: fine, wiring: fine, fuse: fine } });
});

it('compares only those points of a checklist that both have changed', () => {
  const { base, mine, current } = disputedOf(checklists);
  expect([base, mine, current]).toEqual([
    { title: 'a', checks: {} },
    { title: 'a', checks: { power: wrong } },
    { title: 'b', checks: { power: none } },
  ]);
});

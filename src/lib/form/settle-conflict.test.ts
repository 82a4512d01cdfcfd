import { expect, it } from 'vitest';
import { settleConflict } from './settle-conflict.ts';

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

import { isSame } from '../is-same.ts';

type Clash<Values> = {
  /** The values when editing began. */
  base: Values;
  mine: Values;
  /** The stored values now. */
  current: Values;
};

/** The values to save after a side was chosen for each conflicting field; untouched fields take the stored value. */
export function settleConflict<Values extends Record<string, unknown>>(
  { base, mine, current }: Clash<Values>,
  sides: Partial<Record<keyof Values & string, 'mine' | 'theirs'>>,
): Values {
  const settled = { ...mine };
  for (const name of Object.keys(mine) as (keyof Values & string)[]) {
    const isTheirs = sides[name] === 'theirs' || (sides[name] === undefined && isSame(mine[name], base[name]));
    if (isTheirs) settled[name] = current[name];
  }
  return settled;
}

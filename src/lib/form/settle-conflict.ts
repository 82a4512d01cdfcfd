import { isSame } from '../is-same.ts';

type Clash<Values> = {
  /** As it was when editing began. */
  base: Values;
  mine: Values;
  /** As it is stored now. */
  current: Values;
};

/** What shall be saved once a side has been chosen for each field in conflict; fields nobody touched follow the store. */
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

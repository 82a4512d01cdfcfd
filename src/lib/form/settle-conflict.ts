import { mergeEntries } from '#contract/wire/write.ts';
import { isSame } from '../is-same.ts';

type Clash<Values> = {
  /** The values when editing began. */
  base: Values;
  mine: Values;
  /** The stored values now. */
  current: Values;
};

/**
 * The values to save after a side was chosen for each conflicting field; untouched fields take the stored value. In a
 * field of entries, such as a checklist, the choice decides only those that both have changed.
 */
export function settleConflict<Values extends Record<string, unknown>>(
  clash: Clash<Values>,
  sides: Partial<Record<keyof Values & string, 'mine' | 'theirs'>>,
): Values {
  const { base, mine, current } = clash;
  const settled = { ...mine };
  const entries = new Map<string, unknown>();
  for (const name of Object.keys(mine) as (keyof Values & string)[]) {
    const isTheirs = sides[name] === 'theirs' || (sides[name] === undefined && isSame(mine[name], base[name]));
    if (isTheirs) settled[name] = current[name];
    const merge = mergeEntries(name, versionsOf(clash, name), isTheirs ? 'theirs' : 'mine');
    if (merge) entries.set(name, merge.merged);
  }
  return { ...settled, ...Object.fromEntries(entries) };
}

/** The same values for a comparison: a field of entries has only those that both have changed differently. */
export function disputedOf<Values extends Record<string, unknown>>(clash: Clash<Values>): Clash<Values> {
  const narrowed = (values: Values): Values => {
    const entries = new Map<string, unknown>();
    for (const name of Object.keys(values)) {
      const disputed = mergeEntries(name, versionsOf(clash, name))?.conflicts;
      const held = Object.entries(Object(values[name]));
      if (disputed) entries.set(name, Object.fromEntries(held.filter(([entry]) => disputed.includes(entry))));
    }
    return { ...values, ...Object.fromEntries(entries) };
  };
  return { base: narrowed(clash.base), mine: narrowed(clash.mine), current: narrowed(clash.current) };
}

function versionsOf<Values extends Record<string, unknown>>({ base, mine, current }: Clash<Values>, name: string) {
  return { base: base[name], mine: mine[name], current: current[name] };
}

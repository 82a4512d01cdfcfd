import { growingProblems, rowMessages } from '#contract/growing/growing-text.ts';
import type { ObservationFields } from '#contract/growing/observation.ts';
import { judgeFigure, type Pest, type QuantityName, quantityNames } from '#contract/growing/quantities.ts';
import { parseNumber } from '#src/lib/parse-number.ts';

/** What can be measured on each tree, in order. */
export const measurable = [...quantityNames, 'pests'] as const;
export type Asked = (typeof measurable)[number];

/** A measured tree of this row, and the state of its write. */
export type DoneTree = {
  id: string;
  tree: string;
  fields: ObservationFields;
  state: 'sending' | 'saved' | 'kept' | 'failed';
  /** The server's reason for refusing it. */
  message?: string;
};

/** A row that is being measured; stored on the device completely, so that a killed tab loses nothing. */
export type Row = {
  cropId: string;
  house: string;
  asked: readonly Asked[];
  /** The current tree. */
  tree: string;
  /** Increment of tree numbers: 1 upwards, -1 downwards, 2 every other. */
  step: number;
  /** The last tree of the row; '' if unknown. */
  lastTree: string;
  isMeasuring: boolean;
  /** Id of the current tree's observation. */
  id: string;
  active: Asked;
  texts: Partial<Record<QuantityName, string>>;
  pests: readonly Pest[];
  confirmed: readonly QuantityName[];
  done: readonly DoneTree[];
};

/** Maximum number of characters, as on a gauge. */
const LONGEST = 6;

/** 'A-9' → 'A-' and 9; undefined for a name without a number at its end. */
function partsOf(tree: string): { name: string; number: number | undefined } {
  const [, name = '', digits] = /^(.*?)(\d+)$/.exec(tree.trim()) ?? [];
  return { name, number: digits === undefined ? undefined : Number(digits) };
}

/** Why these settings are invalid, by field; empty if they are valid. */
export function rowProblems({ tree, lastTree, step }: Pick<Row, 'tree' | 'lastTree' | 'step'>): {
  tree?: string;
  lastTree?: string;
} {
  const unnumbered = ({ number }: ReturnType<typeof partsOf>) => {
    if (number === undefined) return rowMessages.unnumbered;
    return number < 1 ? growingProblems.noSuchTree : undefined;
  };
  const [first, last] = [partsOf(tree), partsOf(lastTree)];
  const ofTree = unnumbered(first);
  if (lastTree.trim() === '') return ofTree === undefined ? {} : { tree: ofTree };
  const ofLast = unnumbered(last) ?? (ofTree === undefined ? orderProblem(first, last, step) : undefined);
  return { ...(ofTree !== undefined && { tree: ofTree }), ...(ofLast !== undefined && { lastTree: ofLast }) };
}

type Numbered = ReturnType<typeof partsOf>;

/** Checks that the last tree is reachable from the first by the step. */
function orderProblem(first: Numbered, last: Numbered, step: number): string | undefined {
  if (last.name !== '' && last.name !== first.name) return rowMessages.otherRow;
  const ahead = ((last.number ?? 0) - (first.number ?? 0)) * step;
  if (ahead >= 0) return undefined;
  return step > 0 ? rowMessages.lastBefore : rowMessages.lastAfter;
}

/** The next tree: '12' → '13', 'A-9' → 'A-10'; '' without a number, or below the first number. */
export function nextTree(tree: string, step: number): string {
  const { name, number } = partsOf(tree);
  const next = (number ?? 0) + step;
  if (number === undefined || next < 1) return '';
  const digits = tree.trim().slice(name.length);
  return `${name}${String(next).padStart(digits.startsWith('0') ? digits.length : 1, '0')}`;
}

/** Number of measured trees and of all trees in the row; the latter is undefined if the end is unknown. */
export function progressOf({ done, tree, lastTree, step }: Row): { count: number; total: number | undefined } {
  const numberOf = (one: string) => partsOf(one).number ?? Number.NaN;
  const left = Math.floor((numberOf(lastTree) - numberOf(tree)) / step) + 1;
  return { count: done.length, total: left >= 0 ? done.length + left : undefined };
}

/** A value of the current tree; null while empty, NaN while incomplete. */
export function figureOf({ texts }: Pick<Row, 'texts'>, name: QuantityName): number | null {
  return parseNumber(texts[name] ?? '');
}

/** Applies a key of the number pad. A changed value is no longer confirmed. */
export function typed(row: Row, key: string): Row {
  const { active } = row;
  if (active === 'pests') return row;
  const text = row.texts[active] ?? '';
  if (text.length >= LONGEST || (key === '.' && text.includes('.'))) return row;
  return withText(row, active, key === '.' && text === '' ? '0.' : text === '0' && key !== '.' ? key : text + key);
}

export function erased(row: Row): Row {
  return row.active === 'pests' ? row : withText(row, row.active, (row.texts[row.active] ?? '').slice(0, -1));
}

export function withText(row: Row, name: QuantityName, text: string): Row {
  return { ...row, texts: { ...row.texts, [name]: text }, confirmed: row.confirmed.filter((one) => one !== name) };
}

/** The item after the active one, or the first. */
export function nextAsked({ asked, active }: Pick<Row, 'asked' | 'active'>): Asked {
  return asked[(asked.indexOf(active) + 1) % asked.length] ?? active;
}

/** The first invalid value, which blocks saving; undefined if there is none. */
export function invalidFigure(row: Row): QuantityName | undefined {
  return quantityNames.find((name) => {
    const value = figureOf(row, name);
    if (value === null) return false;
    const judged = judgeFigure(name, value);
    return judged === null || judged === 'impossible' || (judged === 'unusual' && !row.confirmed.includes(name));
  });
}

/** Whether the current tree has any value. */
export function hasInput({ texts, pests }: Row): boolean {
  return pests.length > 0 || Object.values(texts).some((text) => text !== '');
}

/** The current tree as an observation. */
export function observedTree(row: Row, farmIndex: number, at: number): ObservationFields {
  const { cropId, house, tree, pests } = row;
  return {
    farmIndex,
    cropId,
    house,
    tree,
    season: '',
    observedAt: new Date(at).toISOString(),
    shootCm: figureOf(row, 'shootCm'),
    fruitMm: figureOf(row, 'fruitMm'),
    brix: figureOf(row, 'brix'),
    acidityPct: figureOf(row, 'acidityPct'),
    leafSpad: figureOf(row, 'leafSpad'),
    leafColour: figureOf(row, 'leafColour'),
    pests: [...pests],
    otherPest: '',
    note: '',
    confirmed: [...row.confirmed],
  };
}

/** Moves on to the next tree; the measured one waits for its response. */
export function advanced(row: Row, fields: ObservationFields, nextId: string): Row {
  const { id, tree, asked, active, step, done } = row;
  return {
    ...row,
    id: nextId,
    tree: nextTree(tree, step),
    active: asked[0] ?? active,
    texts: {},
    pests: [],
    confirmed: [],
    done: [...done, { id, tree, fields, state: 'sending' }],
  };
}

/** Goes back to the previous tree with its values, under a new id: the old one is used up. */
export function steppedBack(row: Row, freshId: string): Row {
  const last = row.done.at(-1);
  if (!last) return row;
  const texts = Object.fromEntries(
    quantityNames.flatMap((name) => {
      const value = last.fields[name];
      return value === null ? [] : [[name, String(value)]];
    }),
  );
  const { pests, confirmed } = last.fields;
  return { ...row, id: freshId, tree: last.tree, texts, pests, confirmed, done: row.done.slice(0, -1) };
}

/** Undoes `steppedBack` when the server kept the tree: it is listed again, and the current input stays. */
export function relisted(row: Row, tree: DoneTree): Row {
  return row.done.some(({ id }) => id === tree.id) ? row : { ...row, done: [...row.done, tree] };
}

export function withState(row: Row, id: string, state: DoneTree['state'], message?: string): Row {
  const updated = (tree: DoneTree): DoneTree => ({ ...tree, state, ...(message !== undefined && { message }) });
  return { ...row, done: row.done.map((tree) => (tree.id === id ? updated(tree) : tree)) };
}

/** Whether a stored value is a row of this release. */
export function isRow(kept: unknown): kept is Row {
  const { done, asked, tree, id, texts, active }: Partial<Record<keyof Row, unknown>> = Object(kept);
  const isListed = Array.isArray(done) && Array.isArray(asked) && asked.every((one) => measurable.includes(one));
  return (
    isListed &&
    asked.includes(active) &&
    typeof tree === 'string' &&
    typeof id === 'string' &&
    typeof texts === 'object'
  );
}

import { lengthOf, newModel, type RangeDecoder, type RangeEncoder } from './range-coder.ts';

/**
 * A column of whole numbers between -10^15 and 10^15, written as what each differs from what was to be expected. What
 * that is suits a column best is tried when it is written, and stands before it: the first number, the one before, that
 * with the step before it, or the mean of what was lately.
 */
const guesses = [0, 1, 2, 3] as const;
type Guess = (typeof guesses)[number];
const [SAME_AS_FIRST, SAME_AS_LAST, SAME_STEP] = guesses;

/** Of the mean of what was lately, how much each number is worth. */
const LATELY = 1 / 4;

/** Carries on what each guess is made of. Doubles do the same on every machine. */
class Expected {
  last = 0;
  guess = 0;
  readonly #kind: Guess;
  #lately = 0;
  #isFirst = true;

  constructor(kind: Guess) {
    this.#kind = kind;
  }

  tell(was: number): void {
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#lately = was;
      this.guess = was;
    } else if (this.#kind === SAME_AS_LAST) this.guess = was;
    else if (this.#kind === SAME_STEP) this.guess = 2 * was - this.last;
    else if (this.#kind !== SAME_AS_FIRST) {
      this.#lately += (was - this.#lately) * LATELY;
      this.guess = Math.round(this.#lately);
    }
    this.last = was;
  }
}

/** A column ready to be written, and how many bits its differences have in all: about what it will cost. */
type Plan = { guess: Guess; differences: Float64Array; bits: number };

/** Tries every guess. Of equal ones the first is taken; no difference at all cannot be undercut. */
export function planColumn(wholes: readonly number[]): Plan {
  let best = planWith(SAME_AS_FIRST, wholes);
  for (const guess of guesses.slice(1)) {
    if (best.bits === 0) break;
    const plan = planWith(guess, wholes);
    if (plan.bits < best.bits) best = plan;
  }
  return best;
}

function planWith(guess: Guess, wholes: readonly number[]): Plan {
  const expected = new Expected(guess);
  const differences = new Float64Array(wholes.length);
  let bits = 0;
  for (let at = 0; at < wholes.length; at += 1) {
    const whole = wholes[at] ?? 0;
    const difference = fold(whole - expected.guess);
    differences[at] = difference;
    bits += lengthOf(difference);
    expected.tell(whole);
  }
  return { guess, differences, bits };
}

export function putColumn(encoder: RangeEncoder, { guess, differences }: Plan): void {
  encoder.put(guess, newModel());
  const model = newModel();
  for (const difference of differences) encoder.put(difference, model);
}

export function takeColumn(decoder: RangeDecoder, count: number): number[] {
  const guess = guesses[decoder.take(newModel())];
  if (guess === undefined) throw new RangeError('no such guess');
  const model = newModel();
  const expected = new Expected(guess);
  const wholes: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const whole = unfold(decoder.take(model)) + expected.guess;
    wholes.push(whole);
    expected.tell(whole);
  }
  return wholes;
}

/** Small numbers of either sign become small ones from 0 on. */
const fold = (whole: number) => (whole < 0 ? -2 * whole - 1 : 2 * whole);
const unfold = (folded: number) => (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2);

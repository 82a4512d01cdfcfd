import { type ColumnReader, type ColumnWriter, fold, unfold } from './columns.ts';
import { lengthOf, newModel, RangeDecoder, RangeEncoder } from './range-coder.ts';

/**
 * A column of whole numbers between -10^15 and 10^15, stored as differences from predicted values. The encoder tries
 * all predictors and stores the best one before the column: the first number, the previous number, linear
 * extrapolation, or a moving average.
 */
const predictors = [0, 1, 2, 3] as const;
type Predictor = (typeof predictors)[number];
const [SAME_AS_FIRST, SAME_AS_LAST, SAME_STEP] = predictors;

/** The weight of a new number in the exponential moving average. */
const WEIGHT = 1 / 4;

/** Predicts the next number. Doubles give the same result on every machine. */
class Prediction {
  last = 0;
  next = 0;
  readonly #kind: Predictor;
  #average = 0;
  #isFirst = true;

  constructor(kind: Predictor) {
    this.#kind = kind;
  }

  add(was: number): void {
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#average = was;
      this.next = was;
    } else if (this.#kind === SAME_AS_LAST) this.next = was;
    else if (this.#kind === SAME_STEP) this.next = 2 * was - this.last;
    else if (this.#kind !== SAME_AS_FIRST) {
      this.#average += (was - this.#average) * WEIGHT;
      this.next = Math.round(this.#average);
    }
    this.last = was;
  }
}

/** A column to be written, and the total bits of its differences, which estimate its size. */
type Plan = { predictor: Predictor; differences: Float64Array; bits: number };

/** Chooses the predictor with the fewest bits; of equal ones the first. Without any difference it stops early. */
export function planColumn(wholes: readonly number[]): Plan {
  let best = planWith(SAME_AS_FIRST, wholes);
  for (const predictor of predictors.slice(1)) {
    if (best.bits === 0) break;
    const plan = planWith(predictor, wholes);
    if (plan.bits < best.bits) best = plan;
  }
  return best;
}

function planWith(predictor: Predictor, wholes: readonly number[]): Plan {
  const prediction = new Prediction(predictor);
  const differences = new Float64Array(wholes.length);
  let bits = 0;
  for (let at = 0; at < wholes.length; at += 1) {
    const whole = wholes[at] ?? 0;
    const difference = fold(whole - prediction.next);
    differences[at] = difference;
    bits += lengthOf(difference);
    prediction.add(whole);
  }
  return { predictor, differences, bits };
}

/** Columns through the range coder: for many numbers, which it learns to tell in few bits. */
export class LearntWriter implements ColumnWriter {
  readonly #encoder = new RangeEncoder();

  put(whole: number): void {
    this.#encoder.put(whole, newModel());
  }

  putColumn(wholes: readonly number[]): void {
    this.putPlanned(planColumn(wholes));
  }

  putPlanned({ predictor, differences }: Plan): void {
    this.put(predictor);
    const model = newModel();
    for (const difference of differences) this.#encoder.put(difference, model);
  }

  end(): Uint8Array {
    return this.#encoder.end();
  }
}

export class LearntReader implements ColumnReader {
  readonly #decoder: RangeDecoder;

  constructor(bytes: Uint8Array) {
    this.#decoder = new RangeDecoder(bytes);
  }

  take(): number {
    return this.#decoder.take(newModel());
  }

  takeColumn(count: number): number[] {
    const predictor = predictors[this.take()];
    if (predictor === undefined) throw new RangeError('unknown predictor');
    const decoder = this.#decoder;
    const model = newModel();
    const prediction = new Prediction(predictor);
    const wholes: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const whole = unfold(decoder.take(model)) + prediction.next;
      wholes.push(whole);
      prediction.add(whole);
    }
    return wholes;
  }
}

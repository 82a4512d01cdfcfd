/*
 * An adaptive binary range coder: each bit costs as much as its learnt probability says, and no table is stored. A day
 * of constant values takes a few bytes, a noisy one as much as its noise. Source: G. N. N. Martin, "Range encoding",
 * 1979; the carry is handled as in the LZMA specification (I. Pavlov).
 */

/** Probabilities are fractions of 2^12; learning moves one by 1/16 of its error. */
const BITS = 12;
const LEARNING = 4;
const LEAST_RANGE = 2 ** 24;
const WORD = 2 ** 32;

/** The largest length of a whole number, bits. */
const LENGTHS = 54;
/** Bits after the leading one with learnt probabilities; the lower ones are noise and cost a bit each. */
const LEARNT_BITS = 3;

/**
 * Learnt probabilities of a column, in groups by the length of a number, bits: first that of one bit more, then those of
 * the bits after the leading one, as a tree.
 */
type Model = Uint16Array;

const model: Model = new Uint16Array((LENGTHS + 1) << LEARNT_BITS);

/**
 * A model that has learnt nothing yet, until the next call: columns are written and read one after another, and making
 * a model takes as long as reading an hourly bucket.
 */
export function newModel(): Model {
  return model.fill(2 ** (BITS - 1));
}

/** Encodes whole numbers from 0 to 2^53; `end` returns the bytes. */
export class RangeEncoder {
  #low = 0;
  #range = WORD - 1;
  #held = 0;
  #heldCount = 1;
  #bytes = new Uint8Array(256);
  #size = 0;

  put(whole: number, model: Model): void {
    const bits = lengthOf(whole);
    for (let at = 0; at < bits; at += 1) this.#put(model, at << LEARNT_BITS, 1);
    if (bits < LENGTHS) this.#put(model, bits << LEARNT_BITS, 0);
    let node = 1;
    let place = 2 ** (bits - 2);
    for (let at = 1; at < bits; at += 1, place /= 2) {
      const bit = Math.floor(whole / place) % 2 === 1 ? 1 : 0;
      if (at <= LEARNT_BITS) {
        this.#put(model, (bits << LEARNT_BITS) + node, bit);
        node = node * 2 + bit;
      } else this.#putEven(bit);
    }
  }

  end(): Uint8Array {
    for (let at = 0; at < 5; at += 1) this.#shift();
    // The first byte is always 0.
    return this.#bytes.subarray(1, this.#size);
  }

  #put(chances: Uint16Array, at: number, bit: 0 | 1): void {
    const chance = chances[at] ?? 0;
    const bound = (this.#range >>> BITS) * chance;
    if (bit === 0) {
      this.#range = bound;
      chances[at] = chance + ((2 ** BITS - chance) >> LEARNING);
    } else {
      this.#low += bound;
      this.#range -= bound;
      chances[at] = chance - (chance >> LEARNING);
    }
    this.#settle();
  }

  #putEven(bit: 0 | 1): void {
    this.#range >>>= 1;
    if (bit === 1) this.#low += this.#range;
    this.#settle();
  }

  #settle(): void {
    while (this.#range < LEAST_RANGE) {
      this.#range = (this.#range << 8) >>> 0;
      this.#shift();
    }
  }

  /** Holds back a byte that a carry may still change, with the 255s after it. */
  #shift(): void {
    if (this.#low < 0xff000000 || this.#low >= WORD) {
      const carry = this.#low >= WORD ? 1 : 0;
      for (let byte = this.#held; this.#heldCount > 0; this.#heldCount -= 1, byte = 0xff) this.#push(byte + carry);
      this.#held = (this.#low >>> 24) & 0xff;
    }
    this.#heldCount += 1;
    this.#low = ((this.#low & 0x00ffffff) << 8) >>> 0;
  }

  #push(byte: number): void {
    if (this.#size === this.#bytes.length) {
      const larger = new Uint8Array(this.#size * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#size] = byte & 0xff;
    this.#size += 1;
  }
}

/** Where the state of a decoder stands: in whole numbers of 32 bits, with which the machine reckons as they are. */
const [RANGE, CODE] = [0, 1];

/** Decodes what RangeEncoder wrote, in the same order with the same models. */
export class RangeDecoder {
  readonly #bytes: Uint8Array;
  readonly #state = Uint32Array.of(WORD - 1, 0);
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let at = 0; at < 4; at += 1) this.#shift();
  }

  take(model: Model): number {
    let bits = 0;
    while (bits < LENGTHS && this.#take(model, bits << LEARNT_BITS) === 1) bits += 1;
    if (bits < 2) return bits;
    let node = 1;
    let whole = 1;
    for (let at = 1; at < bits; at += 1) {
      let bit: number;
      if (at <= LEARNT_BITS) {
        bit = this.#take(model, (bits << LEARNT_BITS) + node);
        node = node * 2 + bit;
      } else bit = this.#takeEven();
      whole = whole * 2 + bit;
    }
    return whole;
  }

  #take(chances: Uint16Array, at: number): 0 | 1 {
    const state = this.#state;
    const chance = chances[at] ?? 0;
    const range = state[RANGE] ?? 0;
    const code = state[CODE] ?? 0;
    const bound = Math.imul(range >>> BITS, chance) >>> 0;
    let bit: 0 | 1 = 0;
    if (code < bound) {
      state[RANGE] = bound;
      chances[at] = chance + ((2 ** BITS - chance) >> LEARNING);
    } else {
      bit = 1;
      state[CODE] = code - bound;
      state[RANGE] = range - bound;
      chances[at] = chance - (chance >> LEARNING);
    }
    this.#settle();
    return bit;
  }

  #takeEven(): 0 | 1 {
    const state = this.#state;
    const range = (state[RANGE] ?? 0) >>> 1;
    state[RANGE] = range;
    const bit = (state[CODE] ?? 0) >= range ? 1 : 0;
    if (bit === 1) state[CODE] = (state[CODE] ?? 0) - range;
    this.#settle();
    return bit;
  }

  #settle(): void {
    const state = this.#state;
    while ((state[RANGE] ?? 0) < LEAST_RANGE) {
      state[RANGE] = (state[RANGE] ?? 0) << 8;
      this.#shift();
    }
  }

  #shift(): void {
    const state = this.#state;
    state[CODE] = ((state[CODE] ?? 0) << 8) | (this.#bytes[this.#at] ?? 0);
    this.#at += 1;
  }
}

/** The number of bits of a whole number; 0 for 0. */
export function lengthOf(whole: number): number {
  return whole < WORD ? 32 - Math.clz32(whole) : 64 - Math.clz32(Math.floor(whole / WORD));
}

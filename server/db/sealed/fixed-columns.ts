import { type ColumnReader, type ColumnWriter, fold, unfold } from './columns.ts';

/*
 * Columns in which every difference takes equally many bytes: as many as the span of the differences needs. A few dozen
 * numbers take little more room than with the range coder, and are read in a tenth of its time.
 */

export class FixedWriter implements ColumnWriter {
  readonly #bytes: number[] = [];

  /** Seven bits a byte, the lowest first; all but the last byte are marked. */
  put(whole: number): void {
    let rest = whole;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push(128 + (rest % 128));
    this.#bytes.push(rest);
  }

  putColumn(wholes: readonly number[]): void {
    const steps = wholes.slice(1).map((whole, index) => whole - (wholes[index] ?? 0));
    const least = steps.reduce((one, other) => Math.min(one, other), steps[0] ?? 0);
    const span = steps.reduce((most, step) => Math.max(most, step - least), 0);
    const width = bytesFor(span);
    for (const whole of [fold(wholes[0] ?? 0), fold(least), width]) this.put(whole);
    for (const step of steps) {
      let rest = step - least;
      for (let at = 0; at < width; at += 1, rest = Math.floor(rest / 256)) this.#bytes.push(rest % 256);
    }
  }

  end(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

export class FixedReader implements ColumnReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(): number {
    let whole = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      if (byte < 128) return whole + byte * unit;
      whole += (byte - 128) * unit;
    }
  }

  takeColumn(count: number): number[] {
    let whole = unfold(this.take());
    const least = unfold(this.take());
    const width = this.take();
    const bytes = this.#bytes;
    const wholes = count === 0 ? [] : [whole];
    for (let index = 1, at = this.#at; index < count; index += 1, at += width) {
      let more = 0;
      for (let place = at + width - 1; place >= at; place -= 1) more = more * 256 + (bytes[place] ?? 0);
      whole += least + more;
      wholes.push(whole);
    }
    this.#at += width * Math.max(count - 1, 0);
    return wholes;
  }
}

function bytesFor(span: number): number {
  let bytes = 0;
  for (let rest = span; rest > 0; rest = Math.floor(rest / 256)) bytes += 1;
  return bytes;
}

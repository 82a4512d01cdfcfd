import { decodeReadings } from './day-codec.ts';
import { writtenNumbers } from './number-text.ts';

/** A good reading, calibrated. */
export type Shown = { at: number; value: number };

/** Points as they are sent (contract/series/points.ts): `at` is the first list, and all have the same length. */
type PointLists = { [name: string]: number[] } & { at: number[] };

/** The good readings of sealed days that lie in [begin, end), epoch ms, in lists; sorted by time within each day. */
export function goodSealed(
  bodies: readonly Uint8Array[],
  { begin, end }: { begin: number; end: number },
  shown: (value: number, at: number) => number,
): { at: number[]; mean: number[] } {
  const found = { at: [] as number[], mean: [] as number[] };
  for (const body of bodies) {
    const { at, value, flag } = decodeReadings(body);
    for (let index = 0; index < at.length; index += 1) {
      const instant = at[index] ?? 0;
      if (flag[index] !== 0 || instant < begin || instant >= end) continue;
      found.at.push(instant);
      found.mean.push(shown(value[index] ?? 0, instant));
    }
  }
  return found;
}

/** Sorts readings. They usually are sorted; a day that was sealed before an earlier one is the exception. */
export function inOrder(readings: Shown[]): Shown[] {
  const isInOrder = readings.every(({ at }, index) => index === 0 || at > (readings[index - 1]?.at ?? 0));
  return isInOrder ? readings : readings.sort((a, b) => a.at - b.at);
}

/** Sealed points as JSON, with the rows, which are JSON already and have the same lists, appended. */
export function writtenPoints(sealed: PointLists, rows: Uint8Array | undefined): Uint8Array {
  const written = rows && Buffer.from(rows.buffer, rows.byteOffset, rows.length);
  if (written && sealed.at.length === 0) return written;
  if (written && firstOf(written) < (sealed.at.at(-1) ?? 0)) return mixed(sealed, written);
  const parts = Object.entries(sealed).flatMap(([name, values], place) => {
    const head = Buffer.from(`${place === 0 ? '{' : ','}"${name}":[`);
    const own = [head, writtenNumbers(values)];
    if (!written) return [...own, CLOSE];
    const from = written.indexOf(head) + head.length;
    return [...own, COMMA, written.subarray(from, written.indexOf(']', from)), CLOSE];
  });
  return Buffer.concat([...parts, Buffer.from('}')]);
}

const [COMMA, CLOSE] = [Buffer.from(','), Buffer.from(']')];

const FIRST = '{"at":['.length;
const firstOf = (written: Buffer) => Number.parseInt(written.toString('latin1', FIRST, FIRST + 20), 10);

/** Rows can be older than a sealed day, when late readings have sealed that day before the older one. */
function mixed(sealed: PointLists, written: Buffer): Uint8Array {
  const rows: PointLists = JSON.parse(written.toString('latin1'));
  const at = [...sealed.at, ...rows.at];
  const order = at.map((_, place) => place).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0));
  const inOrderOfTime = Object.entries(sealed).map(([name, values]) => {
    const all = [...values, ...(rows[name] ?? [])];
    return [name, order.map((place) => all[place] ?? 0)];
  });
  return writtenPoints({ at, ...Object.fromEntries(inOrderOfTime) }, undefined);
}

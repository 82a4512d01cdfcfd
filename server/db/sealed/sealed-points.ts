import { decodeReadings } from './day-codec.ts';

/** A good reading, calibrated. */
export type Shown = { at: number; value: number };

/** The good readings of sealed days that lie in [begin, end), epoch ms, sorted by time. */
export function goodSealed(
  bodies: readonly Uint8Array[],
  { begin, end }: { begin: number; end: number },
  shown: (value: number, at: number) => number,
): Shown[] {
  const found: Shown[] = [];
  for (const body of bodies) {
    const { at, value, flag } = decodeReadings(body);
    for (let index = 0; index < at.length; index += 1) {
      const instant = at[index] ?? 0;
      if (flag[index] !== 0 || instant < begin || instant >= end) continue;
      found.push({ at: instant, value: shown(value[index] ?? 0, instant) });
    }
  }
  return found;
}

/** Sorts readings. They usually are sorted; a day that was sealed before an earlier one is the exception. */
export function inOrder(readings: Shown[]): Shown[] {
  const isInOrder = readings.every(({ at }, index) => index === 0 || at > (readings[index - 1]?.at ?? 0));
  return isInOrder ? readings : readings.sort((a, b) => a.at - b.at);
}

const [HEAD, MIDDLE, TAIL] = ['{"at":[', '],"mean":[', ']}'];

/** Sealed readings as JSON, with the rows, which are JSON already, appended. */
export function writtenReadings(sealed: readonly Shown[], rows: Uint8Array | undefined): Uint8Array {
  const written = rows && Buffer.from(rows.buffer, rows.byteOffset, rows.length);
  if (written && sealed.length > 0 && firstOf(written) < (sealed.at(-1)?.at ?? 0)) return mixed(sealed, written);
  const [at, mean] = [sealed.map((one) => one.at).join(), sealed.map(({ value }) => textOf(value)).join()];
  if (!written) return Buffer.from(`${HEAD}${at}${MIDDLE}${mean}${TAIL}`);
  if (sealed.length === 0) return written;
  const cut = written.indexOf(MIDDLE);
  return Buffer.concat([
    Buffer.from(`${HEAD}${at},`),
    written.subarray(HEAD.length, cut),
    Buffer.from(`${MIDDLE}${mean},`),
    written.subarray(cut + MIDDLE.length),
  ]);
}

const firstOf = (written: Buffer) => Number.parseInt(written.toString('latin1', HEAD.length, HEAD.length + 20), 10);

/** Rows can be older than a sealed day, when late readings have sealed that day before the older one. */
function mixed(sealed: readonly Shown[], written: Buffer): Uint8Array {
  const rows: { at: number[]; mean: number[] } = JSON.parse(written.toString('latin1'));
  const all = [...sealed, ...rows.at.map((at, index) => ({ at, value: rows.mean[index] ?? 0 }))];
  return writtenReadings(inOrder(all), undefined);
}

/** Fifteen digits represent a decimal number exactly; rows are written with as many. */
const EXACT = 15;

function textOf(value: number): string {
  const text = String(value);
  return text.length <= EXACT + 1 ? text : String(Number(value.toPrecision(EXACT)));
}

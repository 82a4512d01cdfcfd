import { decodeReadings } from './day-codec.ts';

/** A good reading as it is shown. */
export type Shown = { at: number; value: number };

/** The good readings of sealed days, in order of time, that lie in [begin, end), epoch ms. */
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

/** Puts readings in order that are so already, but for a day that was sealed before the one before it. */
export function inOrder(readings: Shown[]): Shown[] {
  const isInOrder = readings.every(({ at }, index) => index === 0 || at > (readings[index - 1]?.at ?? 0));
  return isInOrder ? readings : readings.sort((a, b) => a.at - b.at);
}

const [HEAD, MIDDLE, TAIL] = ['{"at":[', '],"mean":[', ']}'];

/** Sealed readings as the lists that travel, with the rows after them, which are written already. */
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

/** Rows from before a sealed day: it has just got readings that came late, and their turn comes. */
function mixed(sealed: readonly Shown[], written: Buffer): Uint8Array {
  const rows: { at: number[]; mean: number[] } = JSON.parse(written.toString('latin1'));
  const all = [...sealed, ...rows.at.map((at, index) => ({ at, value: rows.mean[index] ?? 0 }))];
  return writtenReadings(inOrder(all), undefined);
}

/** Fifteen digits give a decimal figure back as it came, and are what rows are written with. */
const EXACT = 15;

function textOf(value: number): string {
  const text = String(value);
  return text.length <= EXACT + 1 ? text : String(Number(value.toPrecision(EXACT)));
}

import { bodyOf, columnsOf, LEARNT } from './checked-body.ts';
import type { ColumnReader } from './columns.ts';
import { LearntReader, LearntWriter, planColumn } from './learnt-columns.ts';
import { putNumbers, takeNumbers } from './number-column.ts';

/**
 * The readings of a channel on one Seoul day, sorted by time: instants (epoch ms), raw values and flags, each in a list
 * of its own.
 */
export type DayReadings = { at: number[]; value: number[]; flag: number[] };

/**
 * Encodes readings losslessly: every instant, every bit of a value, every flag. Values with up to nine decimals become
 * whole numbers. Instants near a regular grid become grid positions and offsets.
 */
export function encodeReadings({ at, value, flag }: DayReadings): Uint8Array {
  const writer = new LearntWriter();
  writer.put(at.length);
  putTimes(writer, at);
  putNumbers(writer, value);
  writer.putColumn(flag);
  return bodyOf(writer.end(), LEARNT);
}

/** Decodes readings. Throws RangeError for damaged bytes or an unknown version. */
export function decodeReadings(body: Uint8Array): DayReadings {
  const { columns } = columnsOf(body);
  const reader = new LearntReader(columns);
  const count = reader.take();
  return { at: takeTimes(reader, count), value: takeNumbers(reader, count), flag: reader.takeColumn(count) };
}

/** Intervals that users configure, ms. */
const usualSteps = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_200, 1_800, 3_600].map((s) => s * 1_000);

/**
 * Writes the instants of a device that sends at regular intervals with small deviations: grid position and offset of
 * each. A step of 0 marks instants without a grid.
 */
function putTimes(writer: LearntWriter, at: readonly number[]): void {
  const plain = planColumn(at);
  const step = nearestStep(at);
  const { places, beside } = onGrid(at, step);
  const [where, off] = [planColumn(places), planColumn(beside)];
  const isOnGrid = where.bits + off.bits < plain.bits;
  writer.put(isOnGrid ? step : 0);
  for (const plan of isOnGrid ? [where, off] : [plain]) writer.putPlanned(plan);
}

function takeTimes(reader: ColumnReader, count: number): number[] {
  const step = reader.take();
  if (step === 0) return reader.takeColumn(count);
  const places = reader.takeColumn(count);
  return reader.takeColumn(count).map((beside, index) => (places[index] ?? 0) * step + beside);
}

/** The usual interval that is closest to the median interval. */
function nearestStep(at: readonly number[]): number {
  const steps = at.slice(1).map((instant, index) => instant - (at[index] ?? 0));
  const middle = steps.sort((a, b) => a - b)[steps.length >> 1] ?? 1;
  return usualSteps.reduce((best, step) =>
    Math.abs(Math.log(step / middle)) < Math.abs(Math.log(best / middle)) ? step : best,
  );
}

function onGrid(at: readonly number[], step: number): { places: number[]; beside: number[] } {
  // The grid cells are centred on the first reading, because the others are early as often as late.
  const phase = (at[0] ?? 0) - Math.floor(step / 2);
  const places = at.map((instant) => Math.floor((instant - phase) / step));
  return { places, beside: at.map((instant, index) => instant - (places[index] ?? 0) * step) };
}

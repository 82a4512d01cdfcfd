import type { ChannelQuality } from '../quality/quality.ts';
import { needsHand } from '../quality/sensor-state.ts';
import type { ChannelTypeName } from '../series/sensor-types.ts';
import type { Evidence } from './inspection.ts';
import type { InspectionKind } from './inspection-names.ts';
import type { InspectionRow } from './inspection-row.ts';

/** What an inspection of a sensor or an actuator goes through. */
const kindByType: Partial<Record<ChannelTypeName, InspectionKind>> = {
  TEMPERATURE: 'airSensor',
  HUMIDITY: 'airSensor',
  SOIL_TEMPERATURE: 'soilSensor',
  SOIL_MOISTURE: 'soilSensor',
  EC: 'soilSensor',
  FLOW_RATE: 'flowMeter',
  HEATER: 'heater',
  VENT: 'vent',
  CURTAIN: 'curtain',
  WATER: 'pumpValve',
  MWATER: 'pumpValve',
  PUMP: 'pumpValve',
};

export function kindOfType(type: ChannelTypeName): InspectionKind {
  return kindByType[type] ?? 'other';
}

/** The open inspection of a sensor; undefined where none is. */
export function inspectionOf<Row extends Pick<InspectionRow, 'sensorIndex' | 'state'>>(
  sensorIndex: number,
  inspections: readonly Row[],
): Row | undefined {
  return inspections.find((one) => one.sensorIndex === sensorIndex && one.state !== 'done');
}

/** The sensors that somebody should go and look at and of which no inspection stands open, in the order given. */
export function proposalsOf<Sensor extends Pick<ChannelQuality, 'index' | 'state'>>(
  sensors: readonly Sensor[],
  inspections: readonly Pick<InspectionRow, 'sensorIndex' | 'state'>[],
): Sensor[] {
  return sensors.filter(({ index, state }) => needsHand(state) && !inspectionOf(index, inspections));
}

/** What tells against a sensor at present; `newest` is the last value it gave, as it is shown. */
export function evidenceOf(
  { state, since, readAt, findings, intervalMs, coverage }: ChannelQuality,
  newest: { value: number | null; unit: string },
): Evidence {
  const rule = state === 'silent' ? undefined : findings.find(({ from }) => from === since)?.rule;
  return {
    state,
    rule: rule ?? null,
    since,
    readAt: readAt === null ? null : new Date(readAt).toISOString(),
    value: newest.value,
    unit: newest.unit,
    intervalMs,
    coverage,
  };
}

/** Digits after the point that a correction has at most. */
const DIGITS = 4;

/**
 * What has to be added to a sensor's values from now on, in its unit: what is added already, and by how much the better
 * instrument said more than the sensor showed.
 */
export function correctionFor(given: { correction: number; referenceValue: number; shownValue: number }): number {
  const { correction, referenceValue, shownValue } = given;
  return Math.round((correction + referenceValue - shownValue) * 10 ** DIGITS) / 10 ** DIGITS;
}

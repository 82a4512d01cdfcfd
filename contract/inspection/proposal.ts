import type { ChannelQuality } from '../quality/quality.ts';
import { needsHand } from '../quality/sensor-state.ts';
import { type ChannelTypeName, channelTypes } from '../series/sensor-types.ts';
import type { Evidence } from './inspection.ts';
import type { InspectionKind } from './inspection-names.ts';
import type { InspectionRow } from './inspection-row.ts';
import { inspectionProblems } from './inspection-text.ts';

/** The checklist for a type of sensor or actuator. */
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

/** The open inspection of a sensor; undefined without one. */
export function inspectionOf<Row extends Pick<InspectionRow, 'sensorIndex' | 'state'>>(
  sensorIndex: number,
  inspections: readonly Row[],
): Row | undefined {
  return inspections.find((one) => one.sensorIndex === sensorIndex && one.state !== 'done');
}

/** Sensors that need an inspection and have no open one, in the given order. */
export function proposalsOf<Sensor extends Pick<ChannelQuality, 'index' | 'state'>>(
  sensors: readonly Sensor[],
  inspections: readonly Pick<InspectionRow, 'sensorIndex' | 'state'>[],
): Sensor[] {
  return sensors.filter(({ index, state }) => needsHand(state) && !inspectionOf(index, inspections));
}

/** What is wrong with a sensor at present; `newest` is its last displayed value. */
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

/** Most decimals of a correction. */
const DIGITS = 4;

/**
 * The correction to apply from now on, in the sensor's unit: the one in force plus the difference between the better
 * instrument and the displayed value.
 */
export function correctionFor(given: { correction: number; referenceValue: number; shownValue: number }): number {
  const { correction, referenceValue, shownValue } = given;
  return Math.round((correction + referenceValue - shownValue) * 10 ** DIGITS) / 10 ** DIGITS;
}

/** Why no better instrument can have measured this where a sensor of that type stands; undefined if one can. */
export function referenceProblem(type: ChannelTypeName, referenceValue: number): string | undefined {
  const { plausible, unit } = channelTypes[type];
  const [min, max] = plausible;
  return referenceValue < min || referenceValue > max ? inspectionProblems.reference(min, max, unit) : undefined;
}

/** Share of a type's plausible range from which on two instruments differ by more than sensors drift (ours). */
const LARGE_DIFFERENCE = 0.1;

/** Whether two instruments differ so much that a mistake is more likely than drift. */
export function isLargeDifference(type: ChannelTypeName, referenceValue: number, shownValue: number): boolean {
  const [min, max] = channelTypes[type].plausible;
  return Math.abs(referenceValue - shownValue) > LARGE_DIFFERENCE * (max - min);
}

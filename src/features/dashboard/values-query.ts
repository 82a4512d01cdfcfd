import { type AreaValues, areaValues, isSilent, type SensorValue } from '#contract/monitor/monitor.ts';
import { isActuator } from '#contract/series/sensor-types.ts';
import { readQuery } from '#src/api/read/query.ts';

/** The newest values of a farm, kept on the device. */
export const valuesQuery = (farmId: number) => readQuery(areaValues, { params: { farmId } });

export function sensorsOf(areas: AreaValues): SensorValue[] {
  return areas.flatMap(({ sensorValues }) => sensorValues.filter(({ type }) => !isActuator(type)));
}

/** Sensors that should report and do not; those that never did are not yet set up and are told apart by the caller. */
export function silentSensors(areas: AreaValues, now: number): SensorValue[] {
  return areas.flatMap(({ sensorValues }) => sensorValues.filter((value) => isSilent(value, now)));
}

/** Inside temperatures that are fresh enough to judge the farm by. */
export function temperaturesOf(areas: AreaValues): SensorValue[] {
  return sensorsOf(areas).filter(({ type, value }) => type === 'TEMPERATURE' && value !== null);
}

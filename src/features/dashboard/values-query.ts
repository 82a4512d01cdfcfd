import { type AreaValues, areaValues, type SensorValue } from '#contract/monitor/monitor.ts';
import { quality } from '#contract/quality/quality.ts';
import { isActuator } from '#contract/series/sensor-types.ts';
import { readQuery } from '#src/api/read/query.ts';

/** The newest values of a farm, kept on the device. */
export const valuesQuery = (farmId: number) => readQuery(areaValues, { params: { farmId } });

/** A finding is as old as this at most before it is seen, ms; what falls silent is seen by the clock. */
const FINDINGS_EVERY_MS = 60_000;

/** What the server found in the readings of a farm's sensors. */
export const qualityQuery = (farmId: number) => ({
  ...readQuery(quality, { params: { farmId } }),
  refetchInterval: FINDINGS_EVERY_MS,
});

function sensorsOf(areas: AreaValues): SensorValue[] {
  return areas.flatMap(({ sensorValues }) => sensorValues.filter(({ type }) => !isActuator(type)));
}

/** Inside temperatures that are fresh enough to judge the farm by. */
export function temperaturesOf(areas: AreaValues): SensorValue[] {
  return sensorsOf(areas).filter(({ type, value }) => type === 'TEMPERATURE' && value !== null);
}

import { type AreaValues, areaValues, type SensorValue } from '#contract/monitor/monitor.ts';
import { quality } from '#contract/quality/quality.ts';
import { isActuator } from '#contract/series/sensor-types.ts';
import { readQuery } from '#src/api/read/query.ts';

/** The newest values of a farm; cached on the device. */
export const valuesQuery = (farmId: number) => readQuery(areaValues, { params: { farmId } });

/** Refetch interval of findings, ms; silence is detected by the clock. */
const FINDINGS_EVERY_MS = 60_000;

/** The server's findings on the readings of a farm's sensors. */
export const qualityQuery = (farmId: number) => ({
  ...readQuery(quality, { params: { farmId } }),
  refetchInterval: FINDINGS_EVERY_MS,
});

function sensorsOf(areas: AreaValues): SensorValue[] {
  return areas.flatMap(({ sensorValues }) => sensorValues.filter(({ type }) => !isActuator(type)));
}

/** Inside temperatures that are fresh enough to judge the farm. */
export function temperaturesOf(areas: AreaValues): SensorValue[] {
  return sensorsOf(areas).filter(({ type, value }) => type === 'TEMPERATURE' && value !== null);
}

import { useQuery } from '@tanstack/react-query';
import { farmCrops } from '#contract/crop/crop.ts';
import { deviceRefusals, getDevice, manageDevices, type UnknownSensor } from '#contract/device/device.ts';
import { targetList } from '#contract/monitor/monitor.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { MAX_PAGE_SIZE } from '#contract/wire/list.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Devices to which the user may add channels; undefined while loading. */
export function useDevices(farmIndex: number | null) {
  const devices = useQuery(
    readQuery(manageDevices, { query: { size: MAX_PAGE_SIZE, farmIndex: farmIndex ?? undefined } }),
  );
  return devices.data?.value.rows.filter(({ right }) => right !== 'read');
}

/** Place names already used on the farm: of sensors, and the houses of its crops. */
export function useAreas(farmIndex: number | null): string[] {
  const asked = { enabled: farmIndex !== null };
  const targets = useQuery({ ...readQuery(targetList, { query: { farmIndex: farmIndex ?? 0 } }), ...asked });
  const crops = useQuery({ ...readQuery(farmCrops, { params: { id: farmIndex ?? 0 } }), ...asked });
  const { sensors = [], devices = [] } = targets.data?.value ?? {};
  const houses = (crops.data?.value ?? []).map(({ house }) => house).filter(Boolean);
  return [...new Set([...[...sensors, ...devices].map(({ areaName }) => areaName), ...houses])];
}

/** The device's readings under this code without a sensor; undefined if there are none. */
export function useUnknown(deviceIndex: number | undefined, code: string): UnknownSensor | undefined {
  const { data } = useQuery({
    ...readQuery(deviceRefusals, { params: { id: deviceIndex ?? 0 } }),
    enabled: deviceIndex !== undefined && code !== '',
  });
  return data?.value.unknown.find((sensor) => sensor.code === code);
}

/** The likely place of another sensor of the device: that of all its other sensors, or the only house. */
export function useLikelyArea(deviceIndex: number | null): string {
  const device = useQuery({
    ...readQuery(getDevice, { params: { id: deviceIndex ?? 0 } }),
    enabled: deviceIndex !== null,
  });
  const { channels = [], farmIndex = null } = device.data?.value ?? {};
  const places = useAreas(farmIndex);
  const [only = '', ...others] = channels.length > 0 ? new Set(channels.map(({ areaName }) => areaName)) : places;
  return others.length === 0 ? only : '';
}

/** The likely reporting interval, from the stored readings, ms: a minute if that is unknown. */
export function likelyInterval(sensor: Pick<UnknownSensor, 'count' | 'spanMs'> | undefined): number {
  if (!sensor || sensor.count < 2) return MINUTE_MS;
  const seconds = Math.round(sensor.spanMs / (sensor.count - 1) / SECOND_MS);
  return Math.min(DAY_MS, Math.max(1, seconds) * SECOND_MS);
}

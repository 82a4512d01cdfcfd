import { useQuery } from '@tanstack/react-query';
import { farmCrops } from '#contract/crop/crop.ts';
import { type DeviceRow, manageDevices } from '#contract/device/device.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { areaValues, type SensorValue } from '#contract/monitor/monitor.ts';
import { quality } from '#contract/quality/quality.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { MAX_PAGE_SIZE } from '#contract/wire/list.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type SetupStep, setupSteps } from './setup-steps.ts';

/** Refetch interval while a device is being connected and nothing has arrived. */
const UNKNOWN_EVERY_MS = 5 * SECOND_MS;

type Setup = {
  steps: readonly SetupStep[];
  /** The device that will send first; undefined without one. */
  device: Pick<DeviceRow, 'index'> | undefined;
  /** A code that a device sends without a sensor. */
  unknown: { deviceIndex: number; code: string } | undefined;
  /** A value that has arrived. */
  arrived: SensorValue | undefined;
};

/** The setup progress of a farm; undefined while loading, and for users who may not edit it. */
export function useSetup({ index: farmIndex, right }: Pick<Farm, 'index' | 'right'>): Setup | undefined {
  const mayChange = right !== 'read';
  const values = useQuery(readQuery(areaValues, { params: { farmId: farmIndex } }));
  const sensors = values.data?.value.flatMap(({ sensorValues }) => sensorValues);
  const arrived = sensors?.find(({ date }) => date !== null);
  const hasValue = arrived !== undefined;
  const isAsked = mayChange && sensors !== undefined && !hasValue;
  const crops = useQuery({ ...readQuery(farmCrops, { params: { id: farmIndex } }), enabled: isAsked });
  const devices = useQuery({
    ...readQuery(manageDevices, { query: { farmIndex, size: MAX_PAGE_SIZE } }),
    enabled: isAsked,
  });
  const rows = devices.data?.value.rows;
  const found = useQuery({
    ...readQuery(quality, { params: { farmId: farmIndex } }),
    enabled: isAsked && rows !== undefined && rows.length > 0,
    refetchInterval: UNKNOWN_EVERY_MS,
  });
  if (hasValue && mayChange) {
    return {
      steps: setupSteps({ hasCrop: true, hasDevice: true, hasSensor: true, hasValue }),
      device: undefined,
      unknown: undefined,
      arrived,
    };
  }
  if (!sensors || !crops.data || !rows) return undefined;
  return {
    steps: setupSteps({
      hasCrop: crops.data.value.length > 0,
      hasDevice: rows.length > 0,
      hasSensor: sensors.length > 0,
      hasValue,
    }),
    device: rows[0],
    unknown: found.data?.value.unknown[0],
    arrived,
  };
}

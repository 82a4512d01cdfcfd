import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';
import { type ChannelTypeName, channelTypes, hasEnds } from '#contract/series/sensor-types.ts';

/** The values of a house, by importance. */
export type HouseValues = {
  areaName: string;
  /** The air temperature; undefined if no thermometer has ever reported. */
  air: SensorValue | undefined;
  /** Values that are always shown, and running equipment. */
  shown: readonly SensorValue[];
  /** Slowly changing values, and idle equipment. */
  folded: readonly SensorValue[];
};

const alwaysShown: readonly ChannelTypeName[] = ['TEMPERATURE', 'HUMIDITY', 'SOIL_MOISTURE'];

/** The houses with at least one reading, in display order. Channels that never reported are left out. */
export function housesOf(areas: AreaValues): HouseValues[] {
  return areas.flatMap(({ areaName, sensorValues }) => {
    const heard = sensorValues.filter(({ date }) => date !== null);
    if (heard.length === 0) return [];
    const air = heard.find(({ type }) => type === 'TEMPERATURE');
    const others = heard.filter((value) => value !== air);
    const shown = others.filter(isShown);
    return [{ areaName, air, shown, folded: others.filter((value) => !shown.includes(value)) }];
  });
}

function isShown({ type, value }: SensorValue): boolean {
  if (hasEnds(type) || type === 'FLOW_RATE') return isRunning(type, value);
  return alwaysShown.includes(type);
}

/** Equipment that is on or open, flowing water, and rain. */
function isRunning(type: SensorValue['type'], value: number | null): boolean {
  return value !== null && value > channelTypes[type].plausible[0];
}

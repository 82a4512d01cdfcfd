import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';
import { type ChannelTypeName, channelTypes, isActuator } from '#contract/series/sensor-types.ts';

/** The values of a house by how much they matter to whoever takes a look. */
export type HouseValues = {
  areaName: string;
  /** The temperature of its air; missing where no thermometer has told anything yet. */
  air: SensorValue | undefined;
  /** What is read every time, and whatever runs now. */
  shown: readonly SensorValue[];
  /** What changes little, and whatever rests. */
  folded: readonly SensorValue[];
};

const alwaysShown: readonly ChannelTypeName[] = ['TEMPERATURE', 'HUMIDITY', 'SOIL_MOISTURE'];

/** The houses that have told something, in the order of a screen. What never reported is not a figure yet. */
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
  if (isActuator(type) || type === 'FLOW_RATE') return isRunning(type, value);
  return alwaysShown.includes(type);
}

/** Equipment that is not all off or closed, and water that flows. */
function isRunning(type: SensorValue['type'], value: number | null): boolean {
  return value !== null && value > channelTypes[type].plausible[0];
}

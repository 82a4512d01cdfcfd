import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';

export type HouseTemperature = {
  areaName: string;
  temperature: SensorValue;
  /** Whether a heater of the house runs; undefined if no heater reports. */
  isHeating: boolean | undefined;
};

/** Houses with at least one temperature reading; the first sensor of a house counts. */
export function housesOf(areas: AreaValues): HouseTemperature[] {
  return areas.flatMap(({ areaName, sensorValues }) => {
    const temperature = sensorValues.find(({ type, value }) => type === 'TEMPERATURE' && value !== null);
    if (!temperature) return [];
    const heaters = sensorValues.filter(({ type, value }) => type === 'HEATER' && value !== null);
    const isHeating = heaters.length > 0 ? heaters.some(({ value }) => (value ?? 0) > 0) : undefined;
    return [{ areaName, temperature, isHeating }];
  });
}

/** The coldest house, which needs heating most. */
export function coldestOf(houses: readonly HouseTemperature[]): HouseTemperature | undefined {
  const warmthOf = ({ temperature }: HouseTemperature) => temperature.value ?? 0;
  return houses.reduce<HouseTemperature | undefined>(
    (coldest, house) => (coldest && warmthOf(coldest) <= warmthOf(house) ? coldest : house),
    undefined,
  );
}

import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';

export type HouseTemperature = {
  areaName: string;
  /** The sensor that tells the temperature of the house. */
  temperature: SensorValue;
  /** Whether a heater of the house runs; undefined without one that reports. */
  isHeating: boolean | undefined;
};

/** Houses with a temperature that was ever measured; the first sensor of a house speaks for it. */
export function housesOf(areas: AreaValues): HouseTemperature[] {
  return areas.flatMap(({ areaName, sensorValues }) => {
    const temperature = sensorValues.find(({ type, value }) => type === 'TEMPERATURE' && value !== null);
    if (!temperature) return [];
    const heaters = sensorValues.filter(({ type, value }) => type === 'HEATER' && value !== null);
    const isHeating = heaters.length > 0 ? heaters.some(({ value }) => (value ?? 0) > 0) : undefined;
    return [{ areaName, temperature, isHeating }];
  });
}

/** The coldest house: the one that needs the heating most. */
export function coldestOf(houses: readonly HouseTemperature[]): HouseTemperature | undefined {
  const warmthOf = ({ temperature }: HouseTemperature) => temperature.value ?? 0;
  return houses.reduce<HouseTemperature | undefined>(
    (coldest, house) => (coldest && warmthOf(coldest) <= warmthOf(house) ? coldest : house),
    undefined,
  );
}

import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import type { WeatherStation } from '#contract/weather/weather.ts';
import type { ChartSeries } from '#src/ui/chart/chart-series.ts';
import type { Choice } from './choice.ts';
import { amountsOf, atStep, differenceOf, sharedStep } from './difference.ts';

/** The drawn series, all with the same step. */
export type Compared = {
  /** The house, if it has a sensor, and the stations. */
  series: readonly ChartSeries[];
  /** House minus the compared station; null without a sensor in a house. */
  lift: ChartSeries | null;
};

const OWN_DASH = [9, 4];
const PUBLIC_DASH = [3, 3];
/** The difference is no reading: it has its own colour. */
const LIFT_COLOUR = 'co2';

/** '서귀포 관측소', '농장 기상대' */
export function stationName({ kind, name }: WeatherStation): string {
  return kind === 'public' ? `${name} 관측소` : name;
}

/** The series of a choice at a common step, so that lines, rows and difference cover the same intervals. */
export function comparedSeries({ data }: MonitorRecord, choice: Choice): Compared {
  const { type, house, outsides, against } = choice;
  const { colour, decimals } = channelTypes[type];
  const stepMs = sharedStep(data.sensorGraph);
  const isRain = type === 'RAINFALL';
  const pointsOf = (index: number): Point[] => {
    const points = atStep(data.sensorGraph.find((one) => one.index === index)?.points ?? [], stepMs);
    return isRain ? amountsOf(points, stepMs) : points;
  };
  const unit = isRain ? 'mm' : channelTypes[type].unit;
  const common = { unit, decimals, colour, stepMs };
  const inside = house && pointsOf(house.index);
  const outside = outsides.map(
    ({ station, sensor }): ChartSeries => ({
      ...common,
      key: station.kind,
      label: stationName(station),
      dash: station.kind === 'own' ? OWN_DASH : PUBLIC_DASH,
      points: pointsOf(sensor.index),
      ...(station.kind === 'public' && { isPale: true }),
      // Bars of two stations would cover each other.
      kind: isRain && outsides.length === 1 ? 'bars' : 'line',
    }),
  );
  if (!house || !inside) return { series: outside, lift: null };
  const own: ChartSeries = {
    ...common,
    key: 'house',
    label: `${house.areaName} ${house.name}`,
    dash: [],
    points: inside,
    kind: 'line',
  };
  const lift: ChartSeries = {
    ...common,
    key: 'lift',
    label: `안팎 차이 (${house.areaName} − ${stationName(against.station)})`,
    unit: pointUnit(unit),
    colour: LIFT_COLOUR,
    dash: [],
    points: differenceOf(inside, outside.find(({ key }) => key === against.station.kind)?.points ?? []),
    kind: 'line',
  };
  return { series: [own, ...outside], lift };
}

/** Two percentages differ by percentage points. */
export const pointUnit = (unit: string) => (unit === '%' ? '%p' : unit);

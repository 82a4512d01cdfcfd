/** What was forecast of a night when its outlook was made, and the minimum (℃) that came of it. */
export type ForecastNight = {
  /** The lowest temperature forecast for the night, ℃. */
  forecastMinC: number;
  /** Means over the night: wind, m/s, and cloud as the service numbers the sky (1 clear, 3 much cloud, 4 overcast). */
  windMps: number;
  sky: number;
};
export type PastNight = ForecastNight & { actualMinC: number; nightsAgo: number };

/** With fewer nights behind it a figure would be a guess. */
export const LEAST_NIGHTS = 7;
/** Older nights are of another season. */
export const MOST_NIGHTS = 30;

/** How much two nights may differ in a quantity and still speak for each other: ours, a third of its usual range. */
const ALIKE = { forecastMinC: 3, windMps: 2.5, sky: 1.2, nightsAgo: 20 } as const;
/** Counts as so many nights that say: as the mean. Few similar nights then tell no steep slope. */
const RIDGE = 1.5;

/**
 * The minimum to expect at a place (a house, or a station) tonight, ℃: what it was in past nights for which alike was
 * forecast, the more alike the more it counts, followed along the forecast minimum. So the bias of the forecast at this
 * farm, the lift of the house and where its heater holds it all come out of what was measured. Null with too few nights.
 */
export function expectedMin(tonight: ForecastNight, nights: readonly PastNight[]): number | null {
  const known = nights.filter(({ nightsAgo }) => nightsAgo <= MOST_NIGHTS);
  if (known.length < LEAST_NIGHTS) return null;
  const weighted = known.map((night) => ({ night, weight: weightOf(tonight, night) }));
  const total = sum(weighted.map(({ weight }) => weight));
  const meanOf = (of: (night: PastNight) => number) =>
    sum(weighted.map(({ night, weight }) => weight * of(night))) / total;
  const forecast = meanOf(({ forecastMinC }) => forecastMinC);
  const actual = meanOf(({ actualMinC }) => actualMinC);
  const spread = meanOf(({ forecastMinC }) => (forecastMinC - forecast) ** 2);
  const together = meanOf((night) => (night.forecastMinC - forecast) * (night.actualMinC - actual));
  // A house follows the air outside at most as it is, and never the other way.
  const slope = Math.min(1, Math.max(0, together / (spread + RIDGE / known.length)));
  return actual + slope * (tonight.forecastMinC - forecast);
}

/** Gaussian in each quantity; never quite nothing, so that a night like no other still has a mean. */
function weightOf(tonight: ForecastNight, night: PastNight): number {
  const square = (difference: number, alike: number) => (difference / alike) ** 2;
  const distance =
    square(tonight.forecastMinC - night.forecastMinC, ALIKE.forecastMinC) +
    square(tonight.windMps - night.windMps, ALIKE.windMps) +
    square(tonight.sky - night.sky, ALIKE.sky) +
    square(night.nightsAgo, ALIKE.nightsAgo);
  return Math.exp(-distance / 2) + 1e-3;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

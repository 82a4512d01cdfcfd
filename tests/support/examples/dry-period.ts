import type { AirPeriod } from '#contract/monitor/humidity.ts';

/** Twelve measured hours without wetness, as the server reports them. */
export const dryPeriod: AirPeriod = {
  begin: 0,
  end: 1,
  coveredHours: 12,
  wetHours: 0,
  longestWetHours: 0,
  wetMildHours: 0,
  wetMeanC: null,
  condensingHours: 0,
  condensingUntil: null,
  deficit: null,
};

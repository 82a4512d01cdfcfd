/** Air, soil and water of a house that answers to its equipment: enough to see a rule at work, no more. */
export type House = { airC: number; soilPct: number; lpm: number };

/** What acts on it: shares from 0 to 1, and how many valves water can leave by. */
type Acting = { heater: number; vent: number; isFed: boolean; valves: number };

/** ℃/s that a heater adds, and shares of the difference to outside that pass through walls and open vents in a second. */
const HEATER_C_S = 0.01;
const THROUGH_WALLS = 0.0006;
const THROUGH_VENTS = 0.004;
/** Percent of soil moisture for each litre, and lost to plants and drainage in a second. */
const WET_PCT_L = 0.02;
const DRY_PCT_S = 0.00002;
const MOST_SOIL_PCT = 60;

/** The house `sec` later; `outsideC` around it, each valve gives `lpm` L/min. */
export function houseAfter(
  { airC, soilPct }: House,
  { heater, vent, isFed, valves }: Acting,
  { outsideC, lpm }: { outsideC: number; lpm: number },
  sec: number,
): House {
  const passing = (outsideC - airC) * (THROUGH_WALLS + THROUGH_VENTS * vent);
  const flow = isFed ? lpm * valves : 0;
  const wetted = soilPct + (flow / 60) * sec * WET_PCT_L - DRY_PCT_S * sec;
  return {
    airC: airC + (HEATER_C_S * heater + passing) * sec,
    soilPct: Math.min(MOST_SOIL_PCT, Math.max(0, wetted)),
    lpm: flow,
  };
}

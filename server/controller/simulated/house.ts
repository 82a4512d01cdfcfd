/** A minimal model of a house's air, soil and water, which reacts to the equipment. */
export type House = { airC: number; soilPct: number; lpm: number };

/** Inputs of the model: shares from 0 to 1, and the number of open valves. */
type Acting = { heater: number; vent: number; isFed: boolean; valves: number };

/** Heating in ℃/s, and shares of the difference to outside that walls and open vents exchange per second. */
const HEATER_C_S = 0.01;
const THROUGH_WALLS = 0.0006;
const THROUGH_VENTS = 0.004;
/** Points of soil moisture per litre, and points lost to plants and drainage per second. */
const WET_PCT_L = 0.02;
const DRY_PCT_S = 0.00002;
const MOST_SOIL_PCT = 60;

/** The house after `sec` seconds; `outsideC` is the temperature around it, each valve gives `lpm` L/min. */
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

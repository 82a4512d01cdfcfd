import type { ControllerState } from './controller.ts';
import type { DemoHouse } from './farms.ts';
import type { Equipment } from './greenhouse.ts';
import type { SimulatedController } from './simulated-controller.ts';

/** The controllers of a farm's houses, and the codes of the outputs that the server commands. */
export type Commanded = { simulated: SimulatedController; codes: ReadonlySet<string> };

/** The same with what a house needs of it only. */
export type HouseOutputs = { simulated: Pick<SimulatedController, 'output'>; codes: ReadonlySet<string> };

/** How long pipes fill after a valve has opened, ms; meanwhile only a share of the flow gets through. */
const FILLING_MS = 60_000;
const FILLING_SHARE = 0.6;

/** Codes of the actuators of a house. */
const outputsOf = ({ code }: DemoHouse) => {
  return {
    heater: `${code}-heater`,
    vent: `${code}-vent`,
    curtain: `${code}-curtain`,
    water: `${code}-water`,
    supply: `${code}-supply`,
  } as const;
};

/** The start positions of a house's actuators, %: motors as they stand, relays off. */
export function startLevels(house: DemoHouse, { ventPct, curtainPct }: ControllerState): Record<string, number> {
  const { heater, vent, curtain, water, supply } = outputsOf(house);
  const hasSupply = house.channels.some(({ code }) => code === supply);
  return { [heater]: 0, [vent]: ventPct, [curtain]: curtainPct, [water]: 0, ...(hasSupply && { [supply]: 0 }) };
}

/**
 * Overrides the wall controller's state for commanded outputs with their actual positions. When the wall controller
 * gets an output back, it continues from there.
 */
export function withCommandedOutputs(
  was: ControllerState,
  house: DemoHouse,
  { simulated, codes }: HouseOutputs,
): ControllerState {
  const { heater, vent, curtain, water } = outputsOf(house);
  const level = (code: string) => simulated.output(code).levelPct;
  return {
    ...was,
    ...(codes.has(heater) && { heaterOn: level(heater) > 0, heaterHeldS: 0 }),
    ...(codes.has(vent) && { ventPct: level(vent), ventTargetPct: level(vent), ventHeldS: 0 }),
    ...(codes.has(curtain) && { curtainPct: level(curtain), curtainDrawn: level(curtain) > 50 }),
    ...(codes.has(water) && { waterLeftL: 0, waterOpenS: 0 }),
  };
}

/** The flow when the server commands the valve, and the carbon dioxide that is supplied: by its command alone. */
export function withCommandedFlows(
  stands: Equipment,
  house: DemoHouse,
  { simulated, codes }: HouseOutputs,
  at: number,
): Equipment {
  const { water, supply } = outputsOf(house);
  const supplyPct = codes.has(supply) && simulated.output(supply).levelPct > 0 ? 100 : 0;
  if (!codes.has(water)) return { ...stands, supplyPct };
  const { levelPct, since } = simulated.output(water);
  const share = at - since < FILLING_MS ? FILLING_SHARE : 1;
  return { ...stands, supplyPct, flowLpm: levelPct > 0 ? house.structure.flowLpm * share : 0 };
}

/** The values of the sensors that the controller itself reads, by code. */
export function sensedIn(house: DemoHouse, airC: number, flowLpm: number): Record<string, number> {
  return { [`${house.code}-temp`]: airC, [`${house.code}-flow`]: flowLpm };
}

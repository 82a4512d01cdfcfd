import type { ChannelQuality, Quality } from './quality.ts';
import { needsHand } from './sensor-state.ts';

/** What needs a hand on a farm. */
type Attention = {
  /** Sensors that somebody should go and look at. */
  troubled: ChannelQuality[];
  /** Open inspections of anything else, the most urgent first: one of such a sensor is the same matter. */
  inspections: Quality['inspections'];
  /** Matters in all: these, those of equipment and rules, and what devices send and is not taken. */
  count: number;
};

/**
 * What needs a hand on a farm whose sensors are as `sensorsNow` says, each matter once. The list of the start screen,
 * its row of a farm and whoever counts them later ask this one function. `told` is undefined until the server has
 * been asked; then the sensors alone are counted.
 */
export function attentionOf(sensors: readonly ChannelQuality[], told: Quality | undefined): Attention {
  const troubled = sensors.filter(({ state }) => needsHand(state));
  const known = new Set<number | null>(troubled.map(({ index }) => index));
  const inspections = told?.inspections.filter(({ sensorIndex }) => !known.has(sensorIndex)) ?? [];
  const untaken = (told?.unknown.length ?? 0) + (told?.refusals.length ?? 0);
  const control = told?.control.length ?? 0;
  return { troubled, inspections, count: control + troubled.length + inspections.length + untaken };
}

import type { ChannelQuality, Quality } from './quality.ts';
import { needsHand } from './sensor-state.ts';

/** What needs attention on a farm. */
type Attention = {
  /** Sensors that somebody should check. */
  troubled: ChannelQuality[];
  /** Open inspections without those of the sensors above, the most urgent first. */
  inspections: Quality['inspections'];
  /** Number of all matters: these, those of equipment and rules, and unstored values of devices. */
  count: number;
};

/**
 * Collects what needs attention, each matter once. `sensors` comes from `sensorsNow`; `quality` is the server's answer,
 * and without it only sensors are counted. The list of the start screen and the row of a farm both use this function,
 * so that their counts agree.
 */
export function attentionOf(sensors: readonly ChannelQuality[], quality: Quality | undefined): Attention {
  const troubled = sensors.filter(({ state }) => needsHand(state));
  const known = new Set<number | null>(troubled.map(({ index }) => index));
  const inspections = quality?.inspections.filter(({ sensorIndex }) => !known.has(sensorIndex)) ?? [];
  const unstored = (quality?.unknown.length ?? 0) + (quality?.refusals.length ?? 0);
  const control = quality?.control.length ?? 0;
  return { troubled, inspections, count: control + troubled.length + inspections.length + unstored };
}

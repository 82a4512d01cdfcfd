import type { TargetList } from '#contract/monitor/monitor.ts';

/** Before anybody has chosen: the temperatures and humidities of the first house. */
export function firstChoice(targets: TargetList): number[] {
  return (targets.sensors[0]?.devices ?? [])
    .filter(({ type }) => type === 'TEMPERATURE' || type === 'HUMIDITY')
    .map(({ index }) => index);
}

import type { SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';
import type { Trend } from '#src/ui/figure.tsx';

/** A change below the displayed precision counts as steady; a silent sensor has no trend. */
export function trendOf(sensor: SensorValue, now: number): { trend?: Trend & { perHour: string } } {
  const { hourChange: change, type, date, intervalMs } = sensor;
  if (change === null || staleness(date, intervalMs, now).reporting !== 'reporting') return {};
  const { decimals, unit } = channelTypes[type];
  if (Math.abs(change) < 10 ** -decimals) {
    return { trend: { direction: 'steady', label: '1시간 동안 그대로', perHour: '그대로' } };
  }
  const size = formatWithUnit(Math.abs(change), unit, decimals);
  const perHour = `시간당 ${size}`;
  return change > 0
    ? { trend: { direction: 'up', label: `1시간에 ${size} 오름`, perHour } }
    : { trend: { direction: 'down', label: `1시간에 ${size} 내림`, perHour } };
}

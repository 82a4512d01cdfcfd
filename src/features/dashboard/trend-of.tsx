import type { SensorValue } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';
import type { FigureProps } from '#src/ui/figure.tsx';

/** A change smaller than what the sensor shows is steady; a silent sensor has no trend. */
export function trendOf(sensor: SensorValue, now: number): Pick<FigureProps, 'trend'> {
  const { hourChange: change, type, date, intervalMs } = sensor;
  if (change === null || staleness(date, intervalMs, now).reporting !== 'reporting') return {};
  const { decimals, unit } = channelTypes[type];
  const size = formatWithUnit(Math.abs(change), unit, decimals);
  if (Math.abs(change) < 10 ** -decimals) return { trend: { direction: 'steady', label: '1시간 동안 그대로' } };
  return change > 0
    ? { trend: { direction: 'up', label: `1시간에 ${size} 오름` } }
    : { trend: { direction: 'down', label: `1시간에 ${size} 내림` } };
}

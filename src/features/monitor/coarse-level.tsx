import type { MonitorRecord, TargetList } from '#contract/monitor/monitor.ts';
import { type Resolution, resolutionFor, resolutions } from '#contract/time/time.ts';

const levelNames: { readonly [Level in Resolution]: string } = {
  raw: '측정',
  '10m': '10분',
  '1h': '1시간',
  '1d': '하루',
};

type CoarseLevelProps = { record: MonitorRecord; targets: TargetList };

/**
 * A note that a record is coarser than its range requires: finer data was deleted, is not on the device, or is too
 * large.
 */
export function CoarseLevel({ record, targets }: CoarseLevelProps) {
  const { data, resolution, begin, end } = record;
  const shown = new Set([...data.sensorGraph, ...data.deviceGraph].map(({ index }) => index));
  const intervals = [...targets.sensors, ...targets.devices]
    .flatMap(({ devices }) => devices)
    .flatMap(({ index, intervalMs }) => (shown.has(index) ? [intervalMs] : []));
  const suiting = resolutionFor(end - begin, Math.min(...intervals));
  if (resolutions.indexOf(resolution) <= resolutions.indexOf(suiting)) return null;
  return <p className="text-age text-ink-soft">이 기간은 {levelNames[resolution]} 단위로만 볼 수 있습니다.</p>;
}

import { memo } from 'react';
import type { Target, TargetList } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { MultiChips } from '#src/ui/chips.tsx';

type TargetPickerProps = {
  targets: TargetList;
  sensors: readonly number[];
  devices: readonly number[];
  onChange: (chosen: { sensors: number[]; devices: number[] }) => void;
};

/** Sensors and equipment by house, as chips in the colour and dash of their lines; another range changes none of them. */
export const TargetPicker = memo(function TargetPicker({ targets, sensors, devices, onChange }: TargetPickerProps) {
  const areas = [...new Set([...targets.sensors, ...targets.devices].map(({ areaName }) => areaName))];
  return (
    <div className="flex flex-col gap-5">
      {areas.map((areaName) => (
        <div key={areaName} className="flex flex-col gap-3">
          <Chips
            label={`${areaName} 센서`}
            all={targets.sensors.find((group) => group.areaName === areaName)?.devices ?? []}
            chosen={sensors}
            onChange={(next) => onChange({ sensors: next, devices: [...devices] })}
          />
          <Chips
            label={`${areaName} 장치`}
            all={targets.devices.find((group) => group.areaName === areaName)?.devices ?? []}
            chosen={devices}
            onChange={(next) => onChange({ sensors: [...sensors], devices: next })}
          />
        </div>
      ))}
    </div>
  );
});

type ChipsProps = {
  label: string;
  all: readonly Target[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
};

function Chips({ label, all, chosen, onChange }: ChipsProps) {
  if (all.length === 0) return null;
  const own = all.map(({ index }) => index);
  const others = chosen.filter((index) => !own.includes(index));
  return (
    <MultiChips
      label={label}
      isLabelShown
      chips={all.map(({ index, type, name }) => ({
        value: index,
        label: name,
        swatch: { colour: channelTypes[type].colour, dash: channelTypes[type].dash },
      }))}
      values={own.filter((index) => chosen.includes(index))}
      onChange={(next) => onChange([...others, ...next])}
    />
  );
}

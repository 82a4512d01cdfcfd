import { memo, useMemo, useState } from 'react';
import type { TargetList } from '#contract/monitor/monitor.ts';
import { channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { MultiChips } from '#src/ui/multi-chips.tsx';
import { OneRow } from '#src/ui/one-row.tsx';
import { SeriesSwatch } from '#src/ui/series-swatch.tsx';
import { firstChoice } from './chosen-series.ts';
import { counterparts, type House, housesOf, kindsOf } from './houses.ts';

type TargetPickerProps = {
  targets: TargetList;
  sensors: readonly number[];
  devices: readonly number[];
  onChange: (chosen: { sensors: number[]; devices: number[] }) => void;
};

/** The value for all houses; names of houses are never empty. */
const ALL = '';

/**
 * The houses and kinds to draw: one press shows the same channels of another house. Chips have the colour and dash of
 * their lines; another range does not change them.
 */
export const TargetPicker = memo(function TargetPicker({ targets, sensors, devices, onChange }: TargetPickerProps) {
  const houses = useMemo(() => housesOf(targets), [targets]);
  const chosen = [...sensors, ...devices];
  const [tapped, setTapped] = useState<string>();
  const shown = scopeOf(houses, chosen, tapped);
  const inScope = houses.filter(({ areaName }) => shown === ALL || areaName === shown);
  const kinds = kindsOf(inScope);

  function choose(indexes: readonly number[]) {
    const channels = houses.flatMap((house) => house.channels).filter(({ index }) => indexes.includes(index));
    onChange({
      sensors: channels.filter(({ type }) => !isActuator(type)).map(({ index }) => index),
      devices: channels.filter(({ type }) => isActuator(type)).map(({ index }) => index),
    });
  }

  function showHouses(name: string) {
    setTapped(name);
    const before = inScope.flatMap(({ channels }) => channels).filter(({ index }) => chosen.includes(index));
    const after = houses
      .filter(({ areaName }) => name === ALL || areaName === name)
      .map((house) => {
        const same = counterparts(before, house);
        return same.length > 0 || name === ALL ? same : firstChoice(house.channels);
      });
    choose(after.flat());
  }

  return (
    <>
      {houses.length > 1 && (
        <OneRow>
          <SingleChips
            label="동"
            chips={[
              ...houses.map(({ areaName }) => ({ value: areaName, label: areaName })),
              { value: ALL, label: '모든 동' },
            ]}
            value={shown}
            onChange={showHouses}
          />
        </OneRow>
      )}
      <OneRow>
        <MultiChips
          label="센서와 장치"
          chips={kinds.map(({ key, name, type }) => ({
            value: key,
            label: name,
            swatch: <SeriesSwatch colour={channelTypes[type].colour} dash={channelTypes[type].dash} />,
          }))}
          values={kinds.filter(({ indexes }) => indexes.some((index) => chosen.includes(index))).map(({ key }) => key)}
          onChange={(keys) => choose(kinds.filter(({ key }) => keys.includes(key)).flatMap(({ indexes }) => indexes))}
        />
      </OneRow>
    </>
  );
});

/** The pressed choice while it contains all drawn channels; otherwise their house, or all houses. */
function scopeOf(houses: readonly House[], chosen: readonly number[], tapped: string | undefined): string {
  const drawn = houses.filter(({ channels }) => channels.some(({ index }) => chosen.includes(index)));
  const isKnown = tapped === ALL || houses.some(({ areaName }) => areaName === tapped);
  if (tapped !== undefined && isKnown && (tapped === ALL || drawn.every(({ areaName }) => areaName === tapped))) {
    return tapped;
  }
  return drawn.length > 1 ? ALL : ((drawn[0] ?? houses[0])?.areaName ?? ALL);
}

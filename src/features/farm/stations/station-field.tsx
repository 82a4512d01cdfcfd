import { useState } from 'react';
import { findStation, type Nearby, type Position, stations, stationsNear } from '#contract/farm/stations.ts';
import { Button } from '#src/ui/button/button.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { Combobox } from '#src/ui/field/combobox.tsx';
import { distanceWords } from '../weather-words.tsx';

type StationFieldProps = {
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
  /** The farm's position, if known. */
  position: Position | null;
};

const NAME = 'publicStationId';
const LABEL = '공공 기상 관측소';
/** How many stations are proposed. */
const NEAREST = 3;
/** No station: chip values are strings. */
const NONE = '';

/** The public station of a farm: the nearest as chips, all by search. */
export function StationField({ value, onChange, error, position }: StationFieldProps) {
  const [isSearching, setIsSearching] = useState(false);
  const near = position ? stationsNear(position) : [];
  const proposed = near.slice(0, NEAREST);
  const isListed = value === null || proposed.some(({ station }) => station.id === value);
  const other = isListed ? undefined : findStation(value);

  if (isSearching || !position) {
    return (
      <div className="flex flex-col gap-3">
        <Combobox
          name={NAME}
          label={LABEL}
          placeholder="관측소 이름으로 찾기"
          choices={choicesFor(near)}
          value={value}
          onChange={onChange}
          error={error}
          help={position ? undefined : '위에 좌표를 저장하면 가까운 관측소를 먼저 보여 드립니다.'}
        />
        {value !== null && (
          <Button onClick={() => onChange(null)} className="self-start">
            관측소 쓰지 않기
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <SingleChips
        name={NAME}
        label={LABEL}
        isLabelShown
        chips={[
          ...proposed.map(({ station, distanceKm }) => {
            return { value: station.id, label: station.name, detail: distanceWords(distanceKm) };
          }),
          ...(other ? [{ value: other.id, label: other.name, detail: distanceOf(other.id, near) }] : []),
          { value: NONE, label: '쓰지 않음' },
        ]}
        value={value ?? NONE}
        onChange={(id) => onChange(id === NONE ? null : id)}
        error={error}
        help="농장에서 가까운 곳부터입니다. 한라산의 높은 곳은 더 추워서 뒤로 돌렸습니다."
      />
      <Button onClick={() => setIsSearching(true)} className="self-start">
        다른 관측소 고르기
      </Button>
    </div>
  );
}

function distanceOf(id: string, near: readonly Nearby[]): string {
  const found = near.find(({ station }) => station.id === id);
  return found ? distanceWords(found.distanceKm) : '';
}

/** The best match first if the farm's position is known; stations without a position last. */
function choicesFor(near: readonly Nearby[]) {
  const placed = near.map(({ station: { id, name, altitudeM }, distanceKm }) => {
    return { value: id, label: name, detail: `${distanceWords(distanceKm)} · 해발 ${altitudeM ?? '-'} m` };
  });
  const others = stations.filter(({ id }) => !near.some(({ station }) => station.id === id));
  return [...placed, ...others.map(({ id, name }) => ({ value: id, label: name }))];
}

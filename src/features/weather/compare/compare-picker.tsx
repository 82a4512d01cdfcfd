import { channelTypes } from '#contract/series/sensor-types.ts';
import { measuredNames } from '#contract/weather/weather-text.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { OneRow } from '#src/ui/one-row.tsx';
import { SeriesSwatch } from '#src/ui/series-swatch.tsx';
import type { Choice, Wanted } from './choice.ts';
import { stationName } from './compared-series.tsx';

type PickerProps = { choice: Choice; onChange: (wanted: Wanted) => void };

/** The type to compare. */
export function KindPicker({ choice: { type, types }, onChange }: PickerProps) {
  return (
    <OneRow>
      <SingleChips
        label="비교할 것"
        chips={types.map((one) => ({
          value: one,
          label: measuredNames[one] ?? channelTypes[one].label,
          swatch: <SeriesSwatch colour={channelTypes[one].colour} />,
        }))}
        value={type}
        onChange={(of) => onChange({ of, house: undefined })}
      />
    </OneRow>
  );
}

/** The house, and the station it is compared with; nothing without alternatives. */
export function SidePicker({ choice: { house, houses, outsides, against }, onChange }: PickerProps) {
  if (!house) return null;
  return (
    <>
      {houses.length > 1 && (
        <SingleChips
          label="하우스"
          isLabelShown
          chips={houses.map(({ index, areaName, name }) => ({ value: index, label: `${areaName} ${name}` }))}
          value={house.index}
          onChange={(index) => onChange({ house: index })}
        />
      )}
      {outsides.length > 1 && (
        <SingleChips
          label="차이를 낼 바깥"
          isLabelShown
          chips={outsides.map(({ station }) => ({ value: station.kind, label: stationName(station) }))}
          value={against.station.kind}
          onChange={(kind) => onChange({ against: kind })}
        />
      )}
    </>
  );
}

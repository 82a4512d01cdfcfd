import type { LeadTargets } from '#contract/farm/lead-farm.ts';
import type { Target } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { OneRow } from '#src/ui/one-row.tsx';
import { SeriesSwatch } from '#src/ui/series-swatch.tsx';
import { channelsOfType, type Pair, pairOf, pairOfType, sharedTypes, type Wanted } from './pair.ts';

type PairPickerProps = {
  targets: LeadTargets;
  pair: Pair;
  onChange: (wanted: Wanted) => void;
};

/** The type to compare and the own house, above the results. */
export function KindPicker({ targets, pair, onChange }: PairPickerProps) {
  const { own, lead, farm } = pair;
  const mine = channelsOfType(targets.my, own.type);
  return (
    <>
      <OneRow>
        <SingleChips
          label="비교할 것"
          chips={sharedTypes(targets, farm).map((type) => ({
            value: type,
            label: channelTypes[type].label,
            swatch: <SeriesSwatch colour={channelTypes[type].colour} />,
          }))}
          value={own.type}
          onChange={(type) => onChange(pairOfType(targets, pair, type) ?? {})}
        />
      </OneRow>
      {mine.length > 1 && (
        <OneRow>
          <SingleChips
            label="우리 농장"
            chips={mine.map(chipOf)}
            value={own.index}
            onChange={(index) => onChange({ my: index, lead: lead.index })}
          />
        </OneRow>
      )}
    </>
  );
}

/** The choice of the lead farm, if there are several. */
export function PairPicker({ targets, pair, onChange }: PairPickerProps) {
  const { own, lead, farm } = pair;
  const theirs = channelsOfType(farm.targets, own.type);
  return (
    <div className="flex flex-col gap-5 empty:hidden">
      {targets.leads.length > 1 && (
        <SingleChips
          label="선도농가"
          isLabelShown
          chips={targets.leads.map(({ index, farmName }) => ({ value: index, label: farmName }))}
          value={farm.index}
          onChange={(index) => onChange(pairWith(targets, pair, index))}
        />
      )}
      {theirs.length > 1 && (
        <SingleChips
          label={`${farm.farmName}에서`}
          isLabelShown
          chips={theirs.map(chipOf)}
          value={lead.index}
          onChange={(index) => onChange({ my: own.index, lead: index })}
        />
      )}
    </div>
  );
}

const chipOf = ({ index, areaName, name }: Target) => ({ value: index, label: `${areaName} ${name}` });

/** The same type of another lead farm; another of its types if it has none. */
function pairWith(targets: LeadTargets, { own }: Pair, farmIndex: number): Wanted {
  const only = { ...targets, leads: targets.leads.filter(({ index }) => index === farmIndex) };
  const found = pairOf(only, { my: own.index }) ?? pairOf(only, {});
  return found ? { my: found.own.index, lead: found.lead.index } : {};
}

import { useQuery } from '@tanstack/react-query';
import type { Farm } from '#contract/farm/farm.ts';
import { inspectionKinds } from '#contract/inspection/data-inspection.ts';
import { inspectionKindNames, inspectionStates } from '#contract/inspection/inspection-names.ts';
import { inspectionStateWords } from '#contract/inspection/inspection-text.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { Select } from '#src/ui/field/select.tsx';
import { FarmChips } from '#src/ui/list/farm-chips.tsx';
import type { InspectionListSearch } from './inspection-list.ts';
import { choicesQuery } from './use-choices.ts';

type InspectionFiltersProps = {
  /** The farm whose devices can be chosen; undefined without one. */
  farm: Farm | undefined;
  hasOtherFarms: boolean;
  search: InspectionListSearch;
  onNarrow: (change: InspectionListSearch) => void;
};

/** Filters by farm, state, kind of equipment, and device with its sensors. */
export function InspectionFilters({ farm, hasOtherFarms, search, onNarrow }: InspectionFiltersProps) {
  const choices = useQuery(choicesQuery(farm?.index)).data?.value;
  return (
    <div className="flex w-full flex-col gap-3">
      {farm && hasOtherFarms && <FarmChips farmName={farm.farmName} view={search.view} onView={onNarrow} />}
      <SingleChips
        label="상태"
        chips={[
          { value: 'open', label: '열린 점검' },
          ...inspectionStates.map((value) => ({ value, label: inspectionStateWords[value] })),
          { value: 'all', label: '모두' },
        ]}
        value={search.state ?? 'open'}
        onChange={(next) => onNarrow({ state: next === 'open' ? undefined : next })}
      />
      <div className="grid w-full max-w-xl grid-cols-2 gap-3">
        <Select<string>
          label="종류"
          choices={[
            { value: '', label: '모두' },
            ...inspectionKindNames.map((value) => ({ value, label: inspectionKinds[value].label })),
          ]}
          value={search.kind ?? ''}
          onChange={(next) => onNarrow({ kind: inspectionKindNames.find((kind) => kind === next) })}
        />
        <Select<number>
          label="장치"
          choices={[
            { value: 0, label: '모두' },
            ...(choices?.devices ?? []).map(({ index, name }) => ({ value: index, label: name })),
          ]}
          value={search.device ?? 0}
          onChange={(next) => onNarrow({ device: next || undefined })}
        />
      </div>
    </div>
  );
}

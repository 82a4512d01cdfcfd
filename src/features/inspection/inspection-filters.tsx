import { useQuery } from '@tanstack/react-query';
import { inspectionKinds } from '#contract/inspection/data-inspection.ts';
import { inspectionKindNames } from '#contract/inspection/inspection-names.ts';
import { Select } from '#src/ui/field/select.tsx';
import { choicesQuery } from './inspection-fields.tsx';
import type { InspectionListSearch } from './inspection-list.ts';

type InspectionFiltersProps = {
  /** Whose devices can be chosen; undefined while there is no farm. */
  farmIndex: number | undefined;
  search: InspectionListSearch;
  onNarrow: (change: InspectionListSearch) => void;
};

/** What narrows the list beside the state: the kind of equipment, and a device with its sensors. */
export function InspectionFilters({ farmIndex, search, onNarrow }: InspectionFiltersProps) {
  const choices = useQuery({ ...choicesQuery(farmIndex ?? 0), enabled: farmIndex !== undefined }).data?.value;
  return (
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
  );
}

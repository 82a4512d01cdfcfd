import { DateField } from '#src/ui/field/date-field.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import type { GrowingCrop, GrowingListSearch } from './growing-reads.ts';
import { cropWords } from './growing-words.tsx';

type GrowingFiltersProps = {
  crops: readonly GrowingCrop[];
  search: GrowingListSearch;
  onSearch: (change: GrowingListSearch) => void;
};

/** Filters by crop, house and dates. */
export function GrowingFilters({ crops, search, onSearch }: GrowingFiltersProps) {
  const narrow = (change: GrowingListSearch) => onSearch({ ...change, page: undefined });
  const houses = [...new Set(crops.map(({ house }) => house))].filter((house) => house !== '');
  return (
    <div className="grid w-full max-w-4xl grid-cols-2 gap-3 md:grid-cols-4">
      <NativeSelect
        label="작물"
        value={search.crop ?? ''}
        onChange={(crop) => narrow({ crop: crop === '' ? undefined : crop })}
      >
        <option value="">모두</option>
        {crops.map((crop) => (
          <option key={crop.cropId} value={crop.cropId}>
            {cropWords(crop)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label="동·밭"
        value={search.house ?? ''}
        onChange={(house) => narrow({ house: house === '' ? undefined : house })}
      >
        <option value="">모두</option>
        {houses.map((house) => (
          <option key={house} value={house}>
            {house}
          </option>
        ))}
      </NativeSelect>
      <DateField label="첫날" value={search.from ?? null} onChange={(from) => narrow({ from: from ?? undefined })} />
      <DateField label="마지막 날" value={search.to ?? null} onChange={(to) => narrow({ to: to ?? undefined })} />
    </div>
  );
}

import { SingleChips } from '../chips.tsx';

type FarmChipsProps = {
  /** Name of the chosen farm. */
  farmName: string;
  view: 'all' | undefined;
  /** Also resets the list to its first page. */
  onView: (change: { view: 'all' | undefined; page: undefined }) => void;
};

/** Chooses between the chosen farm and all farms, for users with several farms. */
export function FarmChips({ farmName, view, onView }: FarmChipsProps) {
  return (
    <SingleChips
      label="보이는 농장"
      chips={[
        { value: 'one', label: farmName },
        { value: 'all', label: '모든 농장' },
      ]}
      value={view ?? 'one'}
      onChange={(next) => onView({ view: next === 'all' ? next : undefined, page: undefined })}
    />
  );
}

import { SingleChips } from '../chips.tsx';

type FarmChipsProps = {
  /** Of the farm that is chosen. */
  farmName: string;
  view: 'all' | undefined;
  /** The list begins at its first page again. */
  onView: (change: { view: 'all' | undefined; page: undefined }) => void;
};

/** Whether a list shows the chosen farm or all of them, for whoever has more than one. */
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

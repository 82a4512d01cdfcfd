import { useNavigate } from '@tanstack/react-router';
import { SingleChips } from '#src/ui/chips.tsx';
import type { FarmToWriteOn } from './use-farm-to-write-on.ts';

/** Chooses a farm that is not sent yet: the selector of the shell has only those of the server. */
export function UnsentFarmChips({ farms, unsent, farm }: FarmToWriteOn) {
  const navigate = useNavigate();
  if (unsent.length === 0 || !farm) return null;
  const isUnsent = unsent.some(({ index }) => index === farm.index);
  const offered = isUnsent ? farms : [farm, ...unsent];
  return (
    <SingleChips
      label="농장"
      isLabelShown
      chips={offered.map(({ index, farmName }) => ({ value: index, label: farmName }))}
      value={farm.index}
      onChange={(index) => void navigate({ to: '.', search: (was: object) => ({ ...was, farm: index }) })}
    />
  );
}

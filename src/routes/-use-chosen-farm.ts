import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type Farm, shellFarms } from '#contract/farm/farm.ts';
import { readQuery } from '#src/api/read/query.ts';
import { chooseFarm } from '#src/features/shell/choose-farm.ts';

/** The farm in the URL, or the first of the user's farms; undefined without any. */
export function useChosenFarm(): { farms: readonly Farm[]; farm: Farm | undefined; isKnown: boolean } {
  const list = useQuery(readQuery(shellFarms, {}));
  const farm = useSearch({ strict: false, select: (search) => search.farm });
  if (list.isError && !list.data) throw list.error;
  const farms = list.data?.value ?? [];
  return { farms, farm: chooseFarm(farms, farm ?? null) ?? undefined, isKnown: list.data !== undefined };
}

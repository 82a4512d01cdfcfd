import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Farm, shellFarms } from '#contract/farm/farm.ts';
import { readQuery } from '#src/api/read/query.ts';
import { chooseFarm } from '#src/features/shell/choose-farm.ts';
import { afterPaint } from '#src/lib/after-paint.ts';

/** The farm in the URL, or the first of the user's farms; undefined without any. */
export function useChosenFarm(): { farms: readonly Farm[]; farm: Farm | undefined; isKnown: boolean } {
  const list = useQuery(readQuery(shellFarms, {}));
  const farm = useSearch({ strict: false, select: (search) => search.farm });
  if (list.isError && !list.data) throw list.error;
  const farms = list.data?.value ?? [];
  return { farms, farm: chooseFarm(farms, farm ?? null) ?? undefined, isKnown: list.data !== undefined };
}

/**
 * Adds the farm of the page to a URL without one, so that a shared link shows the same farm to everybody. Only once
 * the page is on the screen: the router's work must not delay it.
 */
export function useFarmInAddress(farm: number | undefined): void {
  const navigate = useNavigate();
  const inAddress = useSearch({ strict: false, select: (search) => search.farm });
  const isMissing = farm !== undefined && inAddress === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    void afterPaint().then(() => {
      // A page that was asked for meanwhile is the one that gets it.
      const search = (was: { farm?: number }) => ({ ...was, farm: was.farm ?? farm });
      if (isWanted) void navigate({ to: '.', search, replace: true, resetScroll: false, hash: true, state: true });
    });
    return () => {
      isWanted = false;
    };
  }, [isMissing, farm, navigate]);
}

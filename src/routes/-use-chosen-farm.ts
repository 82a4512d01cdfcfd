import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { shellFarms } from '#contract/farm/farm.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { withProvisional } from '#src/api/outbox/with-provisional.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSeen } from '#src/api/read/use-seen.ts';
import type { UnsentFarms } from '#src/features/farm/unsent/use-unsent-farms.ts';
import { chooseFarm } from '#src/features/shell/choose-farm.ts';
import { afterPaint } from '#src/lib/after-paint.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

/** The farms that this device made and sent and the list does not have yet. */
export const UnreadFarms = createContext<UnsentFarms['unread']>([]);

/** The farm in the URL, or the first of the user's farms; undefined without any. */
export function useChosenFarm() {
  const list = useQuery(readQuery(shellFarms, {}));
  const farm = useSearch({ strict: false, select: (search) => search.farm });
  const seen = useSeen(list);
  const unread = useContext(UnreadFarms);
  if (list.isError && !list.data) throw list.error;
  const farms = withProvisional(list.data?.value ?? [], { unread });
  return {
    farms,
    farm: chooseFarm(farms, farm ?? null) ?? undefined,
    isKnown: list.data !== undefined,
    seen,
  };
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

/** Where nothing waits for them, the farms that are not sent yet are asked for after the first screen is shown, ms. */
const AFTER_MS = 6_000;

const loadUnsent = async () => (await import('#src/features/farm/unsent/unsent-farms.tsx')).UnsentFarmsOfDevice;

/**
 * The farms that this device made and the list does not have, for the shell: `known` is what `UnsentFarmsOfDevice`
 * reports once it is rendered, `sent` and `waiting` are its parts. It is not part of the first screen, unless that needs
 * it.
 */
export function useUnsentFarmsLater(isNeeded: boolean) {
  const { part: UnsentFarmsOfDevice, fetchPart } = useLazyModule(loadUnsent);
  const [known, setKnown] = useState<UnsentFarms>();
  useEffect(() => {
    const id = setTimeout(() => void fetchPart(), isNeeded ? 0 : AFTER_MS);
    return () => clearTimeout(id);
  }, [isNeeded, fetchPart]);
  const made = useMemo(() => {
    const unread = known?.unread ?? [];
    const isSent = ({ sentAs }: (typeof unread)[number]) => sentAs !== undefined;
    return { sent: unread.filter(isSent), waiting: unread.filter((farm) => !isSent(farm)) };
  }, [known]);
  return { UnsentFarmsOfDevice, known, setKnown, ...made };
}

/** The farm that a URL means: of the server, by the index that it gave, or one that is not sent yet. */
export function farmMeant(index: number | undefined, known: UnsentFarms | undefined) {
  const asked = isProvisional(index) ? known?.asked : null;
  const at = asked?.sentAs ?? index;
  return { at, isUnsent: isProvisional(at) && asked !== null };
}

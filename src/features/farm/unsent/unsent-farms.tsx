import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { outboxMessages } from '#contract/wire/write-text.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { isSame } from '#src/lib/is-same.ts';
import { READ_LIMIT_MS } from '#src/offline/with-timeout.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { type UnsentFarms, useUnsentFarms } from './use-unsent-farms.ts';

type UnsentFarmsProps = {
  /** Index of the farm in the URL. */
  index: number | undefined;
  /** The list of the user's farms that was read. */
  seen: Dated | undefined;
  onKnown: (known: UnsentFarms) => void;
  /** The page shows data of a farm, and the server has none for it: it is replaced by what this renders. */
  isHeld: boolean;
  /** Shown in its place if this device has no farm either. */
  noFarm: ReactNode;
};

/**
 * Reports the farms that this device made and the list does not have to the shell, and leads from a page that has nothing
 * to show of one to the farm's own page. Import lazily.
 */
export function UnsentFarmsOfDevice({ index, seen, onKnown, isHeld, noFarm }: UnsentFarmsProps) {
  const known = useUnsentFarms(index, seen);
  const told = useRef<UnsentFarms>(undefined);
  useEffect(() => {
    if (isSame(told.current, known)) return;
    told.current = known;
    onKnown(known);
  });
  if (!isHeld) return null;
  const isAsked = isProvisional(index);
  if (isAsked ? known.asked === undefined : !known.isKnown)
    return <Awaited>{isAsked ? <NothingRead /> : noFarm}</Awaited>;
  const farm = isAsked ? known.asked : known.unread[0];
  if (farm && farm.sentAs === undefined) {
    const params = { id: String(farm.index) };
    return <Navigate to="/cms/farm/farm-edit/$id" params={params} search={{ farm: farm.index }} replace />;
  }
  if (!isAsked) return noFarm;
  // Sent meanwhile, or not of this device.
  const search = (was: object) => ({ ...was, farm: farm?.sentAs });
  return <Navigate to="." search={search} replace />;
}

/** A skeleton as long as a storage may take to answer, then `children`. */
function Awaited({ children }: { children: ReactNode }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setIsLate(true), READ_LIMIT_MS);
    return () => clearTimeout(id);
  }, []);
  return isLate ? children : <Skeleton className="h-[40rem]" />;
}

function NothingRead() {
  return <EmptyState title="농장을 불러오지 못했습니다">{outboxMessages.hung}</EmptyState>;
}

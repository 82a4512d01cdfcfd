import { useEffect } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const loadCard = async () => (await import('#src/features/setup/setup-card.tsx')).SetupCard;

/** The setup progress of the farm; loaded lazily, because most farms finished long ago. */
export function Setup(props: { farm: Pick<Farm, 'index' | 'right'>; pathname: string }) {
  const { part: SetupCard, fetchPart } = useLazyModule(loadCard);
  useEffect(() => void fetchPart(), [fetchPart]);
  return SetupCard && <SetupCard {...props} />;
}

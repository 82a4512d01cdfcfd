import { useEffect } from 'react';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const loadCard = async () => (await import('#src/features/setup/setup-card.tsx')).SetupCard;

/** How far the farm is set up; fetched behind the page, because most farms have been for long. */
export function Setup(props: { farmIndex: number; pathname: string }) {
  const { part: SetupCard, fetchPart } = useLazyModule(loadCard);
  useEffect(() => void fetchPart(), [fetchPart]);
  return SetupCard && <SetupCard {...props} />;
}

import { useHydrated } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

const loadScene = () => import('./greenhouse-scene.tsx');
const NOTHING = { __html: '' } as const;

/**
 * The drawing of the sign-in page. It is part of the document, so that its code does not delay the start; on a later
 * visit, as after signing out, it is loaded.
 */
export function Picture() {
  const isHydrated = useHydrated();
  const [isInDocument] = useState(!isHydrated);
  const { part, fetchPart } = useLazyModule(loadScene);
  useEffect(() => {
    if (!isInDocument) void fetchPart();
  }, [isInDocument, fetchPart]);
  if (isInDocument) {
    return (
      <div
        data-picture
        suppressHydrationWarning
        className="size-full"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; React keeps the existing content
        dangerouslySetInnerHTML={NOTHING}
      />
    );
  }
  return <div className="size-full">{part && <part.GreenhouseScene className="fade-in size-full" />}</div>;
}

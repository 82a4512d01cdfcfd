import { type ReactNode, useEffect, useRef } from 'react';

type FocusOnMountProps = {
  /** The content appeared where the user pressed: scroll only if it is out of view. */
  isInPlace?: boolean;
  children: ReactNode;
};

/** Moves focus and scroll position to content that appeared elsewhere on the page. */
export function FocusOnMount({ isInPlace, children }: FocusOnMountProps) {
  const box = useRef<HTMLDivElement>(null);
  // Runs once; change its key to run it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of isInPlace moves nothing
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: isInPlace ? 'nearest' : 'start' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-6 outline-none">
      {children}
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';

type FocusOnMountProps = {
  /** Has come where the press was: nothing scrolls that is seen already. */
  isInPlace?: boolean;
  children: ReactNode;
};

/** Takes the eye and the focus to what has come somewhere else on the page than where one pressed. */
export function FocusOnMount({ isInPlace, children }: FocusOnMountProps) {
  const box = useRef<HTMLDivElement>(null);
  // Arrives once; give it a key to arrive anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said later about the place moves nothing
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

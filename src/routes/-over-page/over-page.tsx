import { Activity, type ReactNode, useState } from 'react';

type OverPageProps = {
  isOpen: boolean;
  /** Whether what the dialog shows first has been read, so that it can be rendered before it is opened. */
  isPrepared: boolean;
  children: ReactNode;
};

/**
 * A dialog over the page. Once it is prepared it is rendered hidden while the browser has nothing more urgent to do: a
 * press then only has to show it. Each opening starts anew.
 */
export function OverPage({ isOpen, isPrepared, children }: OverPageProps) {
  const [openings, setOpenings] = useState({ isOpen, count: 0 });
  // While rendering, as the dialog must not be shown once more with what was chosen in it before.
  if (openings.isOpen !== isOpen) setOpenings({ isOpen, count: openings.count + (isOpen ? 0 : 1) });
  if (!isOpen && !isPrepared) return null;
  return (
    <Activity key={openings.count} mode={isOpen ? 'visible' : 'hidden'}>
      {children}
    </Activity>
  );
}

import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, type ToggleEvent, useState } from 'react';

type FoldedSectionProps = {
  title: string;
  /** What the section contains. */
  lead?: string;
  /** Content that must be visible: opens the section and keeps it open. */
  isNeeded?: boolean;
  children: ReactNode;
};

/** A collapsed section for settings that most users do not change. */
export function FoldedSection({ title, lead, isNeeded = false, children }: FoldedSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  function handleToggle({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
    // The browser has closed it by itself, and React does not set again what it holds for set.
    if (isNeeded) currentTarget.open = true;
    setIsOpen(currentTarget.open);
  }
  return (
    <details open={isOpen || isNeeded} onToggle={handleToggle} className="group rounded-card bg-card shadow-card">
      <summary className="flex min-h-touch cursor-pointer list-none items-center gap-3 px-4 py-3 sm:px-6">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          {lead !== undefined && <span className="block text-ink-soft">{lead}</span>}
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-6 px-4 pt-1 pb-4 sm:px-6 sm:pb-6">{children}</div>
    </details>
  );
}

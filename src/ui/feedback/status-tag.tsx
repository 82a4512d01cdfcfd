import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

const tones = {
  /** Pending or ended: no problem. */
  quiet: { Icon: Clock, className: 'bg-sunken text-ink-soft inset-ring-line' },
  done: { Icon: Check, className: 'bg-leaf-tint text-leaf-strong inset-ring-line' },
  warn: { Icon: TriangleAlert, className: 'bg-warn-surface text-warn-ink inset-ring-warn-line' },
  lost: { Icon: CloudOff, className: 'bg-offline-surface text-offline-ink inset-ring-offline-line' },
} as const;

type StatusTagProps = { tone: keyof typeof tones; children: ReactNode };

/** A state in one or two words, shown by icon and text, not by colour alone. */
export function StatusTag({ tone, children }: StatusTagProps) {
  const { Icon, className } = tones[tone];
  return (
    <span
      className={classNames(
        'inline-flex h-7 items-center gap-1 rounded-full px-2.5 align-middle text-age font-semibold whitespace-nowrap inset-ring',
        className,
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </span>
  );
}

import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  /** The next step, in a sentence. */
  children: ReactNode;
  /** An outline icon, 32 px. */
  icon?: ReactNode;
  action?: ReactNode;
};

/** Shown when there is no data yet, with what to do next. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      {icon !== undefined && (
        <div className="mb-1 flex size-16 items-center justify-center rounded-full bg-leaf-tint text-leaf">{icon}</div>
      )}
      <h2 className="text-xl font-bold">{title}</h2>
      <div className="max-w-prose text-ink-soft">{children}</div>
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}

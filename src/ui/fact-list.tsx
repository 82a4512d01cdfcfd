import type { ReactNode } from 'react';

type FactListProps = {
  facts: readonly { label: string; value: ReactNode }[];
};

/** Label and value pairs of one thing. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="flex flex-col">
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="grid grid-cols-[minmax(7rem,30%)_1fr] gap-x-4 border-b border-line py-2.5 last:border-b-0 sm:gap-x-6 sm:py-3"
        >
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

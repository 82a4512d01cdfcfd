import type { ReactNode } from 'react';

type FactListProps = {
  facts: readonly { label: string; value: ReactNode }[];
};

/** What is known about one thing: label beside value, under each other where there is no room. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="flex flex-col">
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="grid gap-x-6 border-b border-line py-3 last:border-b-0 sm:grid-cols-[minmax(8rem,30%)_1fr]"
        >
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

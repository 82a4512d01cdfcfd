import type { ReactNode } from 'react';

/** A page of a few sentences, with or without the shell. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start gap-5 py-12 md:py-20">
      <h1 className="text-3xl font-bold">{title}</h1>
      {children}
    </div>
  );
}

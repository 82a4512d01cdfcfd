import type { ReactNode } from 'react';

type LegalTextProps = { title: string; lead: ReactNode; children: ReactNode };

/** A long text: one column, sections numbered by their headings. */
export function LegalText({ title, lead, children }: LegalTextProps) {
  return (
    <article className="mx-auto max-w-3xl">
      <h1 className="text-3xl font-bold">{title}</h1>
      <div className="mt-4 text-lg text-ink-soft">{lead}</div>
      {children}
    </article>
  );
}

/** One numbered section. */
export function LegalSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="mt-8 flex flex-col gap-3 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-1.5 [&_ul]:pl-6">
      <h2 className="text-xl font-bold">{heading}</h2>
      {children}
    </section>
  );
}

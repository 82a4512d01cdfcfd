import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';

type PageHeadProps = {
  title: string;
  /** Wraps `children` in a router Link to the parent page, with `className`. */
  renderBack?: (children: ReactNode, className: string) => ReactNode;
  /** Text of the back link: '농장 목록'. */
  backLabel?: string;
  /** A one-sentence summary of the page. */
  lead?: ReactNode;
  actions?: ReactNode;
};

/** The heading of a page: back link, title, summary, actions. */
export function PageHead({ title, renderBack, backLabel = '목록', lead, actions }: PageHeadProps) {
  return (
    <div className="flex flex-col gap-1">
      {renderBack?.(
        <>
          <ArrowLeft aria-hidden className="size-5" />
          {backLabel}
        </>,
        '-ml-2 inline-flex min-h-touch items-center gap-1.5 self-start rounded-card px-2 font-semibold text-leaf hover:bg-leaf-tint',
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 text-2xl font-bold md:text-3xl">{title}</h1>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {lead !== undefined && <p className="max-w-prose text-ink-soft">{lead}</p>}
    </div>
  );
}

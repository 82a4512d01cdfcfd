import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatNumber } from '#src/lib/format-number.ts';
import { pageNumbers } from '#src/lib/list/page-numbers.ts';
import { Button } from '../button/button.tsx';

type PagerProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Total number of rows. */
  total: number;
  onPage: (page: number) => void;
};

/** The range of rows shown and the total, and links to the other pages. Shows only the total if all rows fit. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  if (total === 0) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <nav aria-label="쪽" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="tabular text-ink-soft" aria-live="polite">
        {first <= last && pageCount > 1 && `${formatNumber(first, 0)}–${formatNumber(last, 0)} / `}
        전체 {formatNumber(total, 0)}
      </p>
      {pageCount > 1 && (
        <div className="flex items-center gap-1 max-sm:w-full max-sm:gap-3">
          <Button
            onClick={() => onPage(Math.min(page - 1, pageCount))}
            disabled={page <= 1}
            icon={<ChevronLeft aria-hidden className="-ml-1 size-5" />}
            className="max-sm:flex-1"
          >
            이전
          </Button>
          <ol className="flex items-center max-md:hidden">
            {pageNumbers(page, pageCount).map((number, at) =>
              number === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity
                <li key={`gap ${at}`} aria-hidden className="w-8 text-center text-ink-soft">
                  …
                </li>
              ) : (
                <li key={number}>
                  <PageButton number={number} isCurrent={number === page} onPage={onPage} />
                </li>
              ),
            )}
          </ol>
          <Button onClick={() => onPage(page + 1)} disabled={page >= pageCount} className="max-sm:flex-1">
            다음
            <ChevronRight aria-hidden className="-mr-1 size-5" />
          </Button>
        </div>
      )}
    </nav>
  );
}

type PageButtonProps = { number: number; isCurrent: boolean; onPage: (page: number) => void };

function PageButton({ number, isCurrent, onPage }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={`${number}쪽`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onPage(number)}
      className="tabular min-h-touch min-w-touch rounded-card px-2 hover:bg-sunken aria-[current=page]:bg-leaf-tint aria-[current=page]:font-bold aria-[current=page]:text-leaf-strong"
    >
      {number}
    </button>
  );
}

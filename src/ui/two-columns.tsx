import type { ReactNode } from 'react';

type TwoColumnsProps = {
  /** The main column. */
  children: ReactNode;
  /** What goes with it. */
  beside: ReactNode;
  /** Where there is room for one column, `beside` is above the main column instead of below. */
  isBesideFirst?: boolean;
};

/**
 * Two columns where its place has room for them, as on a desktop, and else one. A set of fields inside a form that
 * stands in one of two columns keeps to one column itself.
 */
export function TwoColumns({ children, beside, isBesideFirst = false }: TwoColumnsProps) {
  const main = <div className={columnClass}>{children}</div>;
  const others = <div className={`${columnClass} ${isBesideFirst ? '@min-[53rem]:order-2' : ''}`}>{beside}</div>;
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-6 @min-[53rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] @min-[53rem]:items-start">
        {isBesideFirst ? others : main}
        {isBesideFirst ? main : others}
      </div>
    </div>
  );
}

const columnClass = 'flex min-w-0 flex-col gap-6 empty:hidden';

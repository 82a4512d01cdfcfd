import ArrowDownRight from 'lucide-react/icons/arrow-down-right';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { classNames } from '#src/lib/class-names.ts';

const sizes = {
  md: 'text-figure-md',
  lg: 'text-figure-lg',
  xl: 'text-figure-xl',
} as const;

const unitSizes = { md: 'text-base', lg: 'text-lg', xl: 'text-2xl' } as const;

type FigureProps = {
  /** Formatted digits, '-' when missing. */
  value: string;
  unit?: string;
  /** 32, up to 44 or up to 56 px. */
  size?: keyof typeof sizes;
};

/** A live value: large tabular digits with a smaller unit; never wrapped. */
export function Figure({ value, unit, size = 'lg' }: FigureProps) {
  return (
    <p className="whitespace-nowrap text-ink">
      <span className={classNames('tabular font-bold', sizes[size])}>{value}</span>
      {unit !== undefined && value !== '-' && (
        <span className={classNames('font-semibold text-ink-soft', unitSizes[size])}> {unit}</span>
      )}
    </p>
  );
}

const arrows = { up: ArrowUpRight, down: ArrowDownRight, steady: ArrowRight } as const;

/** The direction of a value, and its description ('1시간에 0.8 ℃ 오름'). */
export type Trend = { direction: keyof typeof arrows; label: string };

/** The trend arrow beside a value. */
export function TrendArrow({ direction, label, className = 'size-5' }: Trend & { className?: string }) {
  const Arrow = arrows[direction];
  return (
    <span className="inline-flex shrink-0 items-center self-center text-ink-soft" title={label}>
      <Arrow aria-hidden className={className} />
      <span className="sr-only">{label}</span>
    </span>
  );
}

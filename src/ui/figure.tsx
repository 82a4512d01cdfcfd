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

const arrows = { up: ArrowUpRight, down: ArrowDownRight, steady: ArrowRight } as const;

export type FigureProps = {
  /** Formatted digits, '-' when missing. */
  value: string;
  unit?: string;
  /** 32, up to 44 or up to 56 px. */
  size?: keyof typeof sizes;
  /** The arrow beside it, with the words it stands for ('1시간에 0.8 ℃ 오름'). */
  trend?: { direction: keyof typeof arrows; label: string };
};

/** A live figure: large tabular digits, the unit smaller, the trend beside it; the largest size spells the trend out below. */
export function Figure({ value, unit, size = 'lg', trend }: FigureProps) {
  const Arrow = trend && arrows[trend.direction];
  return (
    <p className="flex flex-wrap items-baseline gap-x-1 text-ink">
      <span className={classNames('tabular font-bold whitespace-nowrap', sizes[size])}>{value}</span>
      {unit !== undefined && value !== '-' && (
        <span className={classNames('font-semibold whitespace-nowrap text-ink-soft', unitSizes[size])}> {unit}</span>
      )}
      {trend && Arrow && (
        <span
          className={classNames('inline-flex items-center gap-1 text-ink-soft', size === 'xl' && 'basis-full')}
          title={trend.label}
        >
          <Arrow aria-hidden className="size-5 shrink-0" />
          <span className={size === 'xl' ? '' : 'sr-only'}>{trend.label}</span>
        </span>
      )}
    </p>
  );
}

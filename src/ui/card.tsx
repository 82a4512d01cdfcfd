import type { ComponentProps } from 'react';
import type { AgeTone } from '#contract/series/staleness.ts';
import { classNames } from '#src/lib/class-names.ts';

type CardProps = ComponentProps<'section'> & {
  /** Marks the whole card as stale: amber outline when late, hatched when silent. */
  age?: AgeTone;
  /** Padding: 'sm' for lists of rows with their own padding, 'none' for content with its own edges. */
  padding?: keyof typeof paddings;
};

const paddings = { none: '', sm: 'p-2', md: 'p-4', lg: 'p-4 sm:p-5' } as const;

/** A surface without a border. Name it with aria-labelledby to make it a landmark. */
export function Card({ age = 'fresh', padding = 'lg', className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames(
        'rounded-card bg-card shadow-card',
        paddings[padding],
        age === 'late' && 'inset-ring-2 inset-ring-warn-line',
        age === 'lost' && 'hatched',
        className,
      )}
    />
  );
}

import type { ComponentProps } from 'react';
import type { AgeTone } from '#contract/series/staleness.ts';
import { classNames } from '#src/lib/class-names.ts';

type CardProps = ComponentProps<'section'> & {
  /** Marks the whole card as old: amber outline when late, hatched when lost. */
  age?: AgeTone;
  /** Space between edge and content; lists of rows that bring their own want 'sm', one with its own edges 'none'. */
  padding?: keyof typeof paddings;
};

const paddings = { none: '', sm: 'p-2', md: 'p-4', lg: 'p-4 sm:p-5' } as const;

/** A surface of its own, without a border. Name it with aria-labelledby to make it a landmark. */
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

import { classNames } from '#src/lib/class-names.ts';

/** primary: the main action of the screen. secondary: an alternative. quiet: a minor action. danger: destroys data. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const variants: { readonly [Name in ButtonVariant]: string } = {
  primary: 'is-primary bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'bg-card text-ink inset-ring inset-ring-line-strong hover:bg-sunken',
  quiet: 'text-leaf hover:bg-leaf-tint',
  danger: 'bg-danger-surface text-danger-ink inset-ring inset-ring-danger-line',
};

/** Classes of a button, also for links that look like one. At least 48 px high, for gloved hands. */
export function buttonClass(variant: ButtonVariant = 'secondary', isBlock = false): string {
  return classNames(
    'inline-flex min-h-touch items-center justify-center gap-2 rounded-card px-5 font-semibold transition-colors',
    '[&>svg]:shrink-0 disabled:opacity-60 not-aria-busy:aria-disabled:opacity-60',
    variants[variant],
    isBlock && 'w-full',
  );
}

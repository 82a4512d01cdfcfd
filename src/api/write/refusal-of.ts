import type { Trouble } from './use-save.ts';

/** Why an act with nothing to fill in was refused, in one sentence. */
export function refusalOf({ failure, problems }: Pick<Trouble, 'failure' | 'problems'>): string {
  return failure?.message ?? Object.values(problems).join(' ');
}

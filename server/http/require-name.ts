import { fail } from '../kernel/fail.ts';

/** Refuses with NAME_MISMATCH a deletion for which another name was typed than the thing has. */
export function requireName({ confirmName }: { confirmName?: string | undefined }, name: string): void {
  if (confirmName !== undefined && confirmName.trim() !== name.trim()) fail('NAME_MISMATCH', { field: 'confirmName' });
}

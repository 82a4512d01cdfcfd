import { fail } from '../kernel/fail.ts';

/** Refuses a deletion with NAME_MISMATCH when the typed name is not the thing's name. */
export function requireName({ confirmName }: { confirmName?: string | undefined }, name: string): void {
  if (confirmName !== undefined && confirmName.trim() !== name.trim()) fail('NAME_MISMATCH', { field: 'confirmName' });
}

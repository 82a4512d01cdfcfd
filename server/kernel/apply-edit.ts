import { type Given, mergeEdit } from '#contract/wire/write.ts';
import { fail } from './fail.ts';

/**
 * What is stored, with the fields given laid over it. With `base` those fields count as edited that differ from it, and
 * an edit of what somebody else has changed meanwhile is refused with CHANGED_MEANWHILE; without, all are applied.
 */
export function applyEdit<Fields extends Record<string, unknown>>(
  edit: Given<Fields> & { base?: Fields | undefined },
  current: Fields,
): Fields {
  const { merged, conflicts } = mergeEdit<Fields>(edit.base ?? current, edit, current);
  if (conflicts.length > 0) fail('CHANGED_MEANWHILE', { details: { current, conflicts } });
  return merged;
}

import { type Given, mergeEdit } from '#contract/wire/write.ts';
import { fail } from './fail.ts';

/**
 * The stored fields with an edit applied. With `base` only fields that differ from it count as edited, and an edit of a
 * field that somebody else has changed meanwhile is refused with CHANGED_MEANWHILE. Without `base` all given fields are
 * applied.
 */
export function applyEdit<Fields extends Record<string, unknown>>(
  edit: Given<Fields> & { base?: Fields | undefined },
  current: Fields,
): Fields {
  const { merged, conflicts } = mergeEdit<Fields>(edit.base ?? current, edit, current);
  if (conflicts.length > 0) fail('CHANGED_MEANWHILE', { details: { current, conflicts } });
  return merged;
}

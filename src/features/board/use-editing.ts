import { useState } from 'react';
import { useIsDraftAsked } from '#src/api/write/draft.ts';
import type { WrittenState } from '#src/offline/outbox/entry.ts';

/**
 * Whether the form to edit something is open, and how to open or close it. `form` names its draft. It opens by itself
 * when its author asked for it where writes wait, which leads to the page of the thing; such a write waits for its author.
 */
export function useEditing(
  form: string,
  { mayEdit, states }: { mayEdit: boolean; states: readonly (WrittenState | undefined)[] },
) {
  const isAsked = useIsDraftAsked(mayEdit && states.includes('attention') ? form : undefined);
  const [chosen, setChosen] = useState<boolean>();
  return [chosen ?? isAsked, setChosen] as const;
}

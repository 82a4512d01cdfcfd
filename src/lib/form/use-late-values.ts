import { useEffect } from 'react';
import type { FormHandle } from './use-form.ts';

/**
 * Fills in values that are learnt after the form has opened, as long as nobody has typed. The field that has the focus
 * is left alone: the user is about to type there, and would type behind what comes in.
 */
export function useLateValues<Values extends Record<string, unknown>>(
  { isDirty, values, reset }: Pick<FormHandle<Values>, 'isDirty' | 'values' | 'reset'>,
  late: Partial<Values>,
): void {
  useEffect(() => {
    if (isDirty) return;
    const focused = document.activeElement?.getAttribute('name');
    const missing = Object.entries(late).filter(([name, value]) => name !== focused && values[name] !== value);
    if (missing.length > 0) reset({ ...values, ...Object.fromEntries(missing) });
  });
}

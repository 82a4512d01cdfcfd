import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { CallInput } from '#src/api/call/call.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';

/** Sends a write and shows its result; the screen then follows the server. */
export function useControlAction<E extends Endpoint>(
  endpoint: E,
): { act: (input: CallInput<E>) => Promise<void>; isBusy: boolean } {
  const { attempt, isSaving } = useSave(endpoint);
  return {
    isBusy: isSaving,
    async act(input) {
      const outcome = await attempt(input);
      if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
      else if ('answer' in outcome) showToast('보냈습니다. 장비가 따르는지 이 화면에서 보여 드립니다.');
    },
  };
}

import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { CallInput } from '#src/api/call/call.ts';
import { confirmed, type Outcome, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';

type Telling = Endpoint & { offline: 'now-or-never'; answer: z.ZodMiniType<{ message: string }> };

/** Sends a write and shows its result; the screen then follows the server. */
export function useControlAction<E extends Telling>(endpoint: E) {
  const { attempt, isSaving } = useSave(endpoint);
  /** Returns why it was refused. */
  async function ask(input: CallInput<E>): Promise<{ error: string } | undefined> {
    const outcome: Outcome<{ message: string }> = await attempt(input);
    return confirmed(outcome);
  }
  return {
    ask,
    /** The same, and a refusal is shown, too. */
    async act(input: CallInput<E>): Promise<void> {
      const refused = await ask(input);
      if (refused) showToast(refused.error, 'failed');
    },
    isBusy: isSaving,
  };
}

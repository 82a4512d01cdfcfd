import { acceptCode, ignoreCode } from '#contract/device/device.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';

/** Marks a code of a device as ignored, or undoes that; toasts show the result. */
export function useUnwantedCodes(deviceIndex: number) {
  const { attempt: drop, isSaving: isDropping } = useSave(ignoreCode);
  const { attempt: reclaim, isSaving: isReclaiming } = useSave(acceptCode);
  const tell = (outcome: Awaited<ReturnType<typeof drop>>) => {
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
    else showToast(outcome.answer.message);
  };
  return {
    isBusy: isDropping || isReclaiming,
    drop: async (code: string) => tell(await drop({ params: { id: deviceIndex }, body: { code } })),
    reclaim: async (code: string) => tell(await reclaim({ params: { id: deviceIndex, code } })),
  };
}

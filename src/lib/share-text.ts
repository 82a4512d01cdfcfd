import { copyText } from './copy-text.ts';

/** shared: passed to another app. copied: on the clipboard. kept: the user cancelled. failed: both were refused. */
export type ShareOutcome = 'shared' | 'copied' | 'kept' | 'failed';

/** Shares a message with the device's share dialog; without one, copies it to the clipboard. */
export async function shareText(message: { title: string; text: string }): Promise<ShareOutcome> {
  if (navigator.canShare?.(message)) {
    try {
      await navigator.share(message);
      return 'shared';
    } catch (error) {
      // AbortError: the user closed the dialog. After other errors, copying may still work.
      if (error instanceof DOMException && error.name === 'AbortError') return 'kept';
    }
  }
  return (await copyText(message.text)) ? 'copied' : 'failed';
}

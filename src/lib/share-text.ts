import { copyText } from './copy-text.ts';

/** shared: handed to another app. copied: on the clipboard. kept: closed without sending. failed: neither was let. */
export type ShareOutcome = 'shared' | 'copied' | 'kept' | 'failed';

/** Hands a message to whatever app somebody sends messages with; where the browser knows none, to the clipboard. */
export async function shareText(message: { title: string; text: string }): Promise<ShareOutcome> {
  if (navigator.canShare?.(message)) {
    try {
      await navigator.share(message);
      return 'shared';
    } catch (error) {
      // Closed by whoever was asked. What failed for another reason may still be copied.
      if (error instanceof DOMException && error.name === 'AbortError') return 'kept';
    }
  }
  return (await copyText(message.text)) ? 'copied' : 'failed';
}

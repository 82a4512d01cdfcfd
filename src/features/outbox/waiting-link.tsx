import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useEffect } from 'react';
import { outboxMessages } from '#contract/wire/write-text.ts';
import {
  noteRestoredTold,
  useOutboxCount,
  useRestored,
  useUnsentNoted,
  useUnsentOfOthers,
} from '#src/api/outbox/use-outbox.ts';
import { useSessionStore } from '#src/api/session/session.ts';
import { showToast } from '#src/lib/toasts.ts';

type WaitingLinkProps = {
  /** A router's Link to the page of what waits. */
  renderLink: (children: React.ReactNode, className: string, label: string) => React.ReactNode;
};

/**
 * How many writes wait on this device, in the header while there are any: within the bar on a wide screen, hanging from
 * its edge on a phone, so that nothing moves when it comes. Import lazily.
 */
export function WaitingLink({ renderLink }: WaitingLinkProps) {
  const known = useOutboxCount();
  const count = known ?? 0;
  useUnsentNoted(known, tellLost);
  useOthersTold();
  useRestoreTold();
  if (count === 0) return null;
  return renderLink(
    <span className="inline-flex h-7 items-center gap-1 rounded-full bg-warn-surface px-2.5 text-age font-semibold whitespace-nowrap text-warn-ink inset-ring inset-ring-warn-line">
      <CloudUpload aria-hidden className="size-4" />
      보낼 것 {count}
    </span>,
    'flex min-h-touch items-center rounded-card px-1 max-md:absolute max-md:top-full max-md:left-1/2 max-md:-translate-1/2',
    `보낼 것 ${count}건`,
  );
}

const tellLost = (lost: number) => void showToast(outboxMessages.emptied(lost), 'lost');

let toldTo: string | null = null;

/** Whoever takes over a device learns once that another user's writes wait on it. */
function useOthersTold(): void {
  const uid = useSessionStore().uid();
  const ofOthers = useUnsentOfOthers() ?? 0;
  useEffect(() => {
    if (ofOthers === 0 || uid === toldTo) return;
    toldTo = uid;
    showToast(outboxMessages.ofOthers(ofOthers));
  }, [uid, ofOthers]);
}

/** What was said to be sent and waits again is told once, whichever window or worker found out. */
function useRestoreTold(): void {
  const uid = useSessionStore().uid();
  const restored = useRestored();
  useEffect(() => {
    if (uid === null || !restored || restored.isTold) return;
    showToast(outboxMessages.restored(restored));
    // A storage that hangs has it told once more.
    noteRestoredTold(uid).catch(() => {});
  }, [uid, restored]);
}

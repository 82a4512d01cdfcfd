import CloudUpload from 'lucide-react/icons/cloud-upload';
import { useEffect, useEffectEvent } from 'react';
import { outboxMessages, queuedWords } from '#contract/wire/write-text.ts';
import { useLoadOutbox } from '#src/api/outbox/outbox-context.ts';
import {
  acknowledgeRestored,
  useOutboxCounts,
  useRestored,
  useUnsentNoted,
  useUnsentOfOthers,
} from '#src/api/outbox/use-outbox.ts';
import { useSessionStore } from '#src/api/session/session.ts';
import { showToast } from '#src/lib/toasts.ts';

type WaitingLinkProps = {
  /** Renders a router Link to the outbox page. */
  renderLink: (children: React.ReactNode, className: string, label: string) => React.ReactNode;
};

/**
 * The number of unsent writes, and of those that wait for the user, in the header if there are any: inside the bar on a
 * wide screen, below its edge where the bar has no room, so that the layout does not shift. Import lazily.
 */
export function WaitingLink({ renderLink }: WaitingLinkProps) {
  const known = useOutboxCounts();
  const { waiting: count, parked } = known ?? { waiting: 0, parked: 0 };
  useUnsentNoted(known?.waiting, tellLost);
  useDrainAtStart(known?.waiting);
  useUnsentOfOthersToast();
  useRestoreToast();
  if (count === 0) return null;
  return renderLink(
    // In the bar both numbers stand one above the other: side by side, they pushed the sign-out to a second row.
    <span className="inline-flex min-h-7 items-center gap-x-1 rounded-full bg-warn-surface px-2.5 text-age font-semibold whitespace-nowrap text-warn-ink inset-ring inset-ring-warn-line xl:flex-col xl:rounded-card">
      <span className="inline-flex items-center gap-1">
        <CloudUpload aria-hidden className="size-4" />
        보낼 것 {count}
      </span>
      {parked > 0 && (
        <strong>
          <span className="xl:hidden">· </span>
          {queuedWords.attention} {parked}
        </strong>
      )}
    </span>,
    'flex min-h-touch items-center rounded-card px-1 max-xl:absolute max-xl:top-full max-md:left-1/2 max-md:-translate-1/2 md:max-xl:right-6 md:max-xl:-translate-y-1/3',
    `보낼 것 ${count}건${parked > 0 ? `, ${queuedWords.attention} ${parked}건` : ''}`,
  );
}

const tellLost = (lost: number) => void showToast(outboxMessages.emptied(lost), 'lost');

/** The start of a page and its reads come first, ms. */
const DRAIN_AFTER_MS = 2_000;

/**
 * Drains once what an earlier page has left, also without a server: what that page was just sending is queued again.
 * Until then it says that it is being sent, and cannot be edited.
 */
function useDrainAtStart(waiting: number | undefined): void {
  const loadOutbox = useLoadOutbox();
  const isKnown = waiting !== undefined;
  const hasWaiting = useEffectEvent(() => waiting !== undefined && waiting > 0);
  useEffect(() => {
    if (!isKnown || !hasWaiting()) return;
    const timer = setTimeout(() => void loadOutbox().then((outbox) => outbox?.drain(true)), DRAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isKnown, loadOutbox]);
}

let shownTo: string | null = null;

/** Reports once to a new user of the device that another user's unsent writes are on it. */
function useUnsentOfOthersToast(): void {
  const uid = useSessionStore().uid();
  const ofOthers = useUnsentOfOthers() ?? 0;
  useEffect(() => {
    if (ofOthers === 0 || uid === shownTo) return;
    shownTo = uid;
    showToast(outboxMessages.ofOthers(ofOthers));
  }, [uid, ofOthers]);
}

/** Reports once that sent writes are queued again after a restore, whichever window or worker detected it. */
function useRestoreToast(): void {
  const uid = useSessionStore().uid();
  const restored = useRestored();
  useEffect(() => {
    if (uid === null || !restored || restored.isTold) return;
    showToast(outboxMessages.restored(restored));
    // If the storage hangs, it is reported again.
    acknowledgeRestored(uid).catch(() => {});
  }, [uid, restored]);
}

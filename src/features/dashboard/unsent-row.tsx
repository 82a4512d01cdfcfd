import { Link } from '@tanstack/react-router';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import { queuedWords } from '#contract/wire/write-text.ts';
import type { UnsentCounts } from '#src/offline/outbox/watch-entries.ts';

type UnsentRowProps = {
  /** Undefined until the device has answered. */
  unsent: UnsentCounts | undefined;
};

/** The writes of this device that the server does not have; those that wait for the user need a hand. */
export function UnsentRow({ unsent }: UnsentRowProps) {
  if (!unsent || unsent.waiting === 0) return null;
  const { waiting, parked } = unsent;
  return (
    <p className="flex gap-3">
      <CloudUpload
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${parked > 0 ? 'text-warn-line' : 'text-offline-ink'}`}
      />
      <Link to="/cms/outbox" className="font-bold underline decoration-1 underline-offset-4 hover:decoration-2">
        {parked > 0 ? `${queuedWords.attention}: 보내지 못한 것 ${parked}건` : `아직 보내지 않은 것 ${waiting}건`}
      </Link>
    </p>
  );
}

import { Link } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect } from 'react';
import { queuedWords } from '#contract/wire/write-text.ts';
import { useOutboxCounts } from '#src/api/outbox/use-outbox.ts';

type UnsentRowProps = {
  /** Is told how many wait for the user. */
  onParked: (count: number) => void;
};

/** The writes of this device that the server does not have; those that wait for the user need a hand. */
export function UnsentRow({ onParked }: UnsentRowProps) {
  const { waiting, parked } = useOutboxCounts() ?? { waiting: 0, parked: 0 };
  useEffect(() => onParked(parked), [onParked, parked]);
  if (waiting === 0) return null;
  const Icon = parked > 0 ? TriangleAlert : WifiOff;
  return (
    <p className="flex gap-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${parked > 0 ? 'text-warn-line' : 'text-offline-ink'}`} />
      <Link to="/cms/outbox" className="font-bold underline decoration-1 underline-offset-4 hover:decoration-2">
        {parked > 0 ? `${queuedWords.attention}: 보내지 못한 것 ${parked}건` : `아직 보내지 않은 것 ${waiting}건`}
      </Link>
    </p>
  );
}

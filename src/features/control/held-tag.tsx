import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { type ActuatorNow, isRepair } from './control-words.tsx';

/** What keeps an actuator still until a person or a clock lets go: a lock, people inside, a trip; nothing without. */
export function HeldTag({ actuator: { lockOut, trip } }: { actuator: Pick<ActuatorNow, 'lockOut' | 'trip'> }) {
  if (!lockOut && !trip) return null;
  // A trip lasts longer than people are inside.
  const word = isRepair(lockOut) ? '정비 잠금' : trip ? '차단' : lockOut?.reason;
  return <StatusTag tone="warn">{word}</StatusTag>;
}

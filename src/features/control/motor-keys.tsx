import { useId } from 'react';
import { HoldButton } from '#src/ui/button/hold-button.tsx';
import { type ActuatorNow, keyWords, motorVerbs } from './control-words.tsx';
import { useHeldKey } from './use-held-key.ts';

type MotorKeysProps = {
  farmIndex: number;
  actuator: Pick<ActuatorNow, 'channel' | 'type'>;
  /** How long it keeps its position after the release, min. */
  minutes: number;
  isBlocked: boolean;
  onHint: (words: string) => void;
};

/** A motor set by eye: it turns while a key is held and stops at its release. */
export function MotorKeys({ farmIndex, actuator: { channel, type }, minutes, isBlocked, onHint }: MotorKeysProps) {
  const hintId = useId();
  const { open, shut } = motorVerbs(type);
  const ways = [
    { levelPct: 100, label: `누르는 동안 ${open}` },
    { levelPct: 0, label: `누르는 동안 ${shut}` },
  ] as const;
  const { hold, release } = useHeldKey(farmIndex, (state) => onHint(keyWords[state]));
  return (
    <div className="flex flex-wrap gap-2">
      {ways.map(({ levelPct, label }) => (
        <HoldButton
          key={levelPct}
          label={label}
          describedBy={hintId}
          disabled={isBlocked}
          onHeld={() => hold({ channel, levelPct, minutes })}
          onRelease={release}
          onHint={onHint}
          className="h-15 flex-1"
        />
      ))}
      <span id={hintId} className="sr-only">
        누르는 동안만 움직이고, 손을 떼면 그 자리에 멈춥니다.
      </span>
    </div>
  );
}

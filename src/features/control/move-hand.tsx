import { useId, useState } from 'react';
import { actuatorRows } from '#contract/control/actuator.ts';
import { setOverride } from '#contract/control/control-calls.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { HOLD_HINT, HoldButton } from '#src/ui/button/hold-button.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { type ActuatorNow, keyWords } from './control-words.tsx';
import { useControlAction } from './use-control-action.tsx';
import { useHeldKey } from './use-held-key.ts';

const lengths = [
  { minutes: 10, label: '10분' },
  { minutes: 30, label: '30분' },
  { minutes: 60, label: '1시간' },
  { minutes: 240, label: '4시간' },
] as const;

/** Longest duration of manual control, min. */
const HAND_MIN = 720;

type MoveHandProps = { farmIndex: number; actuator: ActuatorNow; now: number; isBlocked: boolean };

/** Moves an actuator until a stated time. Starting needs a long press; stopping and closing need one press. */
export function MoveHand({ farmIndex, actuator, now, isBlocked }: MoveHandProps) {
  const { channel, type, name, settings } = actuator;
  const hintId = useId();
  const hand = useControlAction(setOverride);
  const [hint, setHint] = useState(HOLD_HINT);
  const [chosen, setChosen] = useState<number>(10);
  const isPosition = actuatorRows[type].kind === 'position';
  const longest = isPosition || actuatorRows[type].holding === 'leased' ? HAND_MIN : settings.maxRunSec / 60;
  const minutes = Math.min(chosen, longest);
  const move = (levelPct: number) => void hand.act({ params: { id: farmIndex }, body: { channel, levelPct, minutes } });
  const starts = isPosition
    ? [
        { levelPct: 30, label: '30 % 열기' },
        { levelPct: 100, label: '모두 열기' },
      ]
    : [{ levelPct: 100, label: '켜기' }];
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <NativeSelect
          label={`${name} 움직일 시간`}
          isLabelHidden
          value={String(chosen)}
          onChange={(text) => setChosen(Number(text))}
        >
          {lengths
            .filter((one) => one.minutes <= Math.max(longest, 10))
            .map((one) => (
              <option key={one.minutes} value={one.minutes}>
                {one.label} 동안
              </option>
            ))}
        </NativeSelect>
        {starts.map(({ levelPct, label }) => (
          <HoldButton
            key={levelPct}
            label={label}
            describedBy={hintId}
            disabled={isBlocked}
            isBusy={hand.isBusy}
            onHeld={() => move(levelPct)}
            onHint={setHint}
          />
        ))}
        <Button disabled={isBlocked} onClick={() => move(0)}>
          {isPosition ? '닫기' : '끄기'}
        </Button>
      </div>
      {isPosition && (
        <WhileHeld farmIndex={farmIndex} channel={channel} minutes={minutes} isBlocked={isBlocked} onHint={setHint} />
      )}
      <p id={hintId} className="tabular text-age text-ink-soft">
        <span role="status" className="font-semibold">
          {hint}
        </span>{' '}
        {formatClock(now + minutes * MINUTE_MS)}에 끝나고 규칙으로 돌아갑니다.
      </p>
    </>
  );
}

type WhileHeldProps = {
  farmIndex: number;
  channel: number;
  /** How long it keeps its position after the release, min. */
  minutes: number;
  isBlocked: boolean;
  onHint: (words: string) => void;
};

/** A motor set by eye: it turns while a key is held and stops at its release. */
function WhileHeld({ farmIndex, channel, minutes, isBlocked, onHint }: WhileHeldProps) {
  const hintId = useId();
  const { hold, release } = useHeldKey(farmIndex, (state) => onHint(keyWords[state]));
  const ways = [
    { levelPct: 100, label: '누르는 동안 열기' },
    { levelPct: 0, label: '누르는 동안 닫기' },
  ] as const;
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

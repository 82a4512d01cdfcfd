import { useId, useState } from 'react';
import { actuatorRows } from '#contract/control/actuator.ts';
import { HAND_MIN, setOverride } from '#contract/control/control-calls.ts';
import { Button } from '#src/ui/button/button.tsx';
import { HOLD_HINT, HoldButton } from '#src/ui/button/hold-button.tsx';
import { type ActuatorNow, handEndWords, limitedWords, motorVerbs } from './control-words.tsx';
import { type HandEnd, minutesOf } from './hand-end.ts';
import { HandEndField } from './hand-end-field.tsx';
import { MotorKeys } from './motor-keys.tsx';
import { MotorLevel } from './motor-level.tsx';
import { useControlAction } from './use-control-action.tsx';

/** Positions to choose from, in steps of this, %. */
const STEP_PCT = 10;

type MoveHandProps = { farmIndex: number; actuator: ActuatorNow; now: number; isBlocked: boolean };

/**
 * Moves an actuator until a stated end. Starting needs a long press; stopping and closing need one press.
 */
export function MoveHand({ farmIndex, actuator, now, isBlocked }: MoveHandProps) {
  const { channel, type, name, settings, limit } = actuator;
  const hintId = useId();
  const hand = useControlAction(setOverride);
  const [hint, setHint] = useState(HOLD_HINT);
  const [end, setEnd] = useState<HandEnd>({ minutes: 10 });
  const [chosenPct, setChosenPct] = useState(3 * STEP_PCT);
  const { kind, holding } = actuatorRows[type];
  const isMotor = kind === 'position';
  const verbs = motorVerbs(type);
  const longestMin = isMotor || holding === 'leased' ? HAND_MIN.most : settings.maxRunSec / 60;
  const minutes = minutesOf(end, settings, longestMin, now);
  const mostPct = limit?.mostPct ?? 100;
  const levelPct = isMotor ? Math.min(chosenPct, mostPct - (mostPct % STEP_PCT)) : 100;
  const isLimited = isMotor ? levelPct === 0 : mostPct === 0;
  const move = (to: number) => {
    // Closing needs no end that was typed; it has the shortest.
    const asked = { channel, levelPct: to, minutes: minutes ?? 10 };
    const litres = to > 0 && 'litres' in end && end.litres !== null ? { litres: end.litres } : {};
    void hand.act({ params: { id: farmIndex }, body: { ...asked, ...litres } });
  };
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        {isMotor && (
          <MotorLevel
            name={name}
            value={levelPct || STEP_PCT}
            mostPct={mostPct}
            step={STEP_PCT}
            onChange={setChosenPct}
          />
        )}
        <HandEndField
          name={name}
          value={end}
          onChange={setEnd}
          longestMin={longestMin}
          hasAmount={type === 'WATER' ? settings.nominalLpm !== null : undefined}
          now={now}
        />
        <HoldButton
          label={isMotor ? motorLabel(verbs.open, levelPct || STEP_PCT) : '켜기'}
          describedBy={hintId}
          disabled={isBlocked || minutes === null || isLimited}
          isBusy={hand.isBusy}
          onHeld={() => move(levelPct)}
          onHint={setHint}
        />
        <Button disabled={isBlocked} onClick={() => move(0)}>
          {isMotor ? verbs.shut : '끄기'}
        </Button>
      </div>
      {limit && <p className="text-warn-ink">{limitedWords(type, limit)}</p>}
      {isMotor && (
        <MotorKeys
          farmIndex={farmIndex}
          actuator={actuator}
          minutes={minutes ?? 10}
          isBlocked={isBlocked}
          onHint={setHint}
        />
      )}
      <p id={hintId} className="tabular text-age text-ink-soft">
        {!isBlocked && (
          <>
            <span role="status" className="font-semibold">
              {hint}
            </span>{' '}
            {handEndWords(end, settings, { minutes, longestMin, now })}
          </>
        )}
      </p>
    </>
  );
}

const motorLabel = (open: string, levelPct: number) => (levelPct === 100 ? `모두 ${open}` : `${levelPct} %로 맞추기`);

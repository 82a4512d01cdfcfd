import { Link } from '@tanstack/react-router';
import { actuatorRows } from '#contract/control/actuator.ts';
import { clearTrip, endOverride, liftLockOut, lockOut } from '#contract/control/control-calls.ts';
import { controlProblems } from '#contract/control/control-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useSession } from '#src/api/session/session.ts';
import { Button } from '#src/ui/button/button.tsx';
import { PromptButton } from '#src/ui/prompt-button.tsx';
import { CommandTrail } from './command-trail.tsx';
import {
  type ActuatorNow,
  faultWords,
  holderWords,
  isRepair,
  isRunning,
  nextWaterWords,
  offWords,
  runWords,
  stateAgeWords,
  stateWords,
} from './control-words.tsx';
import { HeldTag } from './held-tag.tsx';
import { MoveHand } from './move-hand.tsx';
import { useControlAction } from './use-control-action.tsx';

type ActuatorCardProps = {
  farmIndex: number;
  actuator: ActuatorNow;
  now: number;
  /** There is no connection, or the user has no right. */
  isBlocked: boolean;
  /** The user's right on the farm: its owner may lift the locks of others. */
  right: Farm['right'];
  /** Everything is stopped: nothing can be started. */
  isStopped: boolean;
};

/** One actuator: its state, who controls it and until when, and its manual controls. */
export function ActuatorCard(props: ActuatorCardProps) {
  const { actuator, now, right } = props;
  const { name, settings, command } = actuator;
  const run = isRunning(actuator) ? runWords(actuator, now) : '';
  const next = nextWaterWords(actuator, now);
  const off = offWords(actuator);
  const fault = faultWords(actuator);
  return (
    <li className="flex flex-col gap-2 rounded-card bg-card p-4 shadow-card">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="font-semibold">{name}</h3>
        <span className="tabular text-lg font-bold">{stateWords(actuator)}</span>
        <HeldTag actuator={actuator} />
      </div>
      {run !== '' && <p className="tabular font-medium">{run}</p>}
      <p className="text-ink-soft">{stateAgeWords(actuator, now)}</p>
      {settings.isCommanded ? <p>{holderWords(actuator, now)}</p> : <NotCommanded mayAllow={right !== 'read'} />}
      {fault !== '' && <p className="font-medium text-warn-ink">{fault}</p>}
      {off !== '' && <p className="text-warn-ink">{off}</p>}
      {settings.isCommanded && !actuator.isReachable && (
        <p className="text-warn-ink">제어기와 연결이 끊겨 움직일 수 없습니다. 급하면 현장 스위치를 쓰세요.</p>
      )}
      {next !== '' && <p className="tabular">{next}</p>}
      {command && <CommandTrail command={command} />}
      {settings.isCommanded && <Hand {...props} />}
    </li>
  );
}

/** Why the actuator cannot be operated, and where whoever may do so changes that. */
function NotCommanded({ mayAllow }: { mayAllow: boolean }) {
  if (!mayAllow) return <p>제어를 허용하지 않은 장비라 여기서 움직일 수 없습니다.</p>;
  return (
    <p>
      제어를 허용하지 않은 장비라 여기서 움직일 수 없습니다.{' '}
      <Link
        to="/cms/control/equipment"
        className="font-medium text-leaf underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        장비 설정에서 허용
      </Link>
      합니다.
    </p>
  );
}

/** The manual controls: move for a limited time, release, clear an alarm, lock; stopping needs no confirmation. */
function Hand({ farmIndex, actuator, now, isBlocked, right, isStopped }: ActuatorCardProps) {
  const { channel, type, override, lockOut: lock, trip } = actuator;
  const ending = useControlAction(endOverride);
  const clear = useControlAction(clearTrip);
  const isHeld = lock !== null || trip !== null || isStopped;
  return (
    <div className="flex flex-col gap-2">
      {!isHeld && !actuatorRows[type].isUpstreamOnly && (
        <MoveHand farmIndex={farmIndex} actuator={actuator} now={now} isBlocked={isBlocked || !actuator.isReachable} />
      )}
      <div className="flex flex-wrap gap-2">
        {override && (
          <Button
            disabled={isBlocked}
            isBusy={ending.isBusy}
            onClick={() => void ending.act({ params: { id: farmIndex, channel } })}
          >
            규칙에 맡기기
          </Button>
        )}
        {trip && (
          <PromptButton
            action="확인하고 차단 해제"
            question="무엇을 확인했습니까"
            maxLength={200}
            disabled={isBlocked}
            isBusy={clear.isBusy}
            onSend={(note) => clear.ask({ params: { id: channel }, body: { note } })}
          />
        )}
        <LockHand channel={channel} lock={lock} isBlocked={isBlocked} right={right} />
      </div>
      {isRepair(lock) && (
        <p className="text-warn-ink">정비 잠금은 전기를 끊지 않습니다. 손을 넣기 전에 전원도 내려 주세요.</p>
      )}
    </div>
  );
}

type LockHandProps = Pick<ActuatorCardProps, 'isBlocked' | 'right'> & {
  channel: number;
  lock: ActuatorNow['lockOut'];
};

/** Locks for maintenance, with a reason; the owner of the farm removes another user's lock by that user's name. */
function LockHand({ channel, lock, isBlocked, right }: LockHandProps) {
  const { data: session } = useSession();
  const lockIt = useControlAction(lockOut);
  const unlock = useControlAction(liftLockOut);
  if (!isRepair(lock)) {
    return (
      <PromptButton
        action="정비 잠금"
        question="잠그는 이유"
        maxLength={100}
        disabled={isBlocked}
        isBusy={lockIt.isBusy}
        onSend={(reason) => lockIt.ask({ params: { id: channel }, body: { reason } })}
      />
    );
  }
  if (lock.by === session?.user.name) {
    return (
      <Button
        disabled={isBlocked}
        isBusy={unlock.isBusy}
        onClick={() => void unlock.act({ params: { id: channel }, body: {} })}
      >
        정비 잠금 풀기
      </Button>
    );
  }
  if (right !== 'own') return <p>{controlProblems.lockedByOther(lock.by)}</p>;
  return (
    <PromptButton
      action="정비 잠금 풀기"
      question={`잠근 사람의 이름 (${lock.by})`}
      help="그 사람이 장비에서 떨어져 있는지 먼저 확인해 주세요."
      maxLength={40}
      disabled={isBlocked}
      isBusy={unlock.isBusy}
      onSend={(confirmName) => unlock.ask({ params: { id: channel }, body: { confirmName } })}
    />
  );
}

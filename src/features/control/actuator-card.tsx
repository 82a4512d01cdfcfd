import { useState } from 'react';
import { actuatorRows } from '#contract/control/actuator.ts';
import { clearTrip, endOverride, liftLockOut, lockOut, setOverride } from '#contract/control/control-calls.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { CallInput } from '#src/api/call/call.ts';
import { useSession } from '#src/api/session/session.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { formatAge, formatClock } from '#src/lib/format-date.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { WordsAsked } from '#src/ui/words-asked.tsx';
import { type ActuatorNow, commandWords, holderWords, stateWords } from './control-words.tsx';

type ActuatorCardProps = {
  farmIndex: number;
  actuator: ActuatorNow;
  now: number;
  /** No connection, or no right. */
  isBlocked: boolean;
  /** Everything is stopped: nothing starts. */
  isStopped: boolean;
};

/** Sends a write and says how it ended; what is shown follows the server. */
function useAct<E extends Endpoint>(endpoint: E): { act: (input: CallInput<E>) => Promise<void>; isBusy: boolean } {
  const { attempt, isSaving } = useSave(endpoint);
  return {
    isBusy: isSaving,
    async act(input) {
      const outcome = await attempt(input);
      if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
      else if ('answer' in outcome) showToast('보냈습니다. 장비가 따르는지 이 화면에서 보여 드립니다.');
    },
  };
}

/** One actuator: how it stands, who has it, until when, and the hand on it. */
export function ActuatorCard(props: ActuatorCardProps) {
  const { actuator, now } = props;
  const { name, settings, stateAt, endsAt, command, lockOut: lock, trip } = actuator;
  return (
    <li className="flex flex-col gap-2 rounded-card bg-card p-4 shadow-card">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="font-semibold">{name}</h3>
        <span className="tabular text-lg font-bold">{stateWords(actuator)}</span>
        {(lock || trip) && <StatusTag tone="warn">{lock ? '정비 잠금' : '차단'}</StatusTag>}
      </div>
      <p className="text-ink-soft">
        {stateAt ? `${formatAge(now - Date.parse(stateAt))} 상태` : '제어기가 알려 온 적이 없습니다.'}
        {endsAt && `, ${formatClock(Date.parse(endsAt))}에 저절로 끝남`}
      </p>
      <p>
        {settings.isCommanded ? holderWords(actuator) : '제어를 허용하지 않은 장비입니다. 장비 설정에서 허용합니다.'}
      </p>
      {command && (
        <p className="text-age text-ink-soft">
          마지막 명령: {commandWords[command.state]} ({formatClock(Date.parse(command.at))})
        </p>
      )}
      {settings.isCommanded && <Hand {...props} />}
    </li>
  );
}

const lengths = [
  { minutes: 10, label: '10분' },
  { minutes: 30, label: '30분' },
  { minutes: 60, label: '1시간' },
  { minutes: 240, label: '4시간' },
] as const;

/** What a hand can do: move it for a while, let go, lock it; stopping never asks. */
function Hand({ farmIndex, actuator, isBlocked, isStopped }: ActuatorCardProps) {
  const { channel, type, name, override, lockOut: lock, trip, settings } = actuator;
  const hand = useAct(setOverride);
  const letGo = useAct(endOverride);
  const clear = useAct(clearTrip);
  const isPosition = actuatorRows[type].kind === 'position';
  const longest = isPosition || actuatorRows[type].holding === 'leased' ? 720 : settings.maxRunSec / 60;
  const [minutes, setMinutes] = useState<number>(10);
  const [asked, setAsked] = useState<number>();
  const isHeld = lock !== null || trip !== null || isStopped;
  const move = (levelPct: number) => {
    setAsked(undefined);
    void hand.act({ params: { id: farmIndex }, body: { channel, levelPct, minutes: Math.min(minutes, longest) } });
  };
  /** Water, heat and a wide opening ask once, naming thing and end. */
  const start = (levelPct: number) => {
    const isGrave = !isPosition || levelPct > 50;
    if (isGrave && asked !== levelPct) setAsked(levelPct);
    else move(levelPct);
  };
  const levels = isPosition
    ? [
        { levelPct: 0, label: '닫기' },
        { levelPct: 30, label: '30 %' },
        { levelPct: 100, label: '모두 열기' },
      ]
    : [{ levelPct: 100, label: '켜기' }];
  return (
    <div className="flex flex-col gap-2">
      {!isHeld && !actuatorRows[type].isUpstreamOnly && (
        <div className="flex flex-wrap items-end gap-2">
          <NativeSelect
            label={`${name} 동안`}
            isLabelHidden
            value={String(minutes)}
            onChange={(text) => setMinutes(Number(text))}
          >
            {lengths
              .filter((one) => one.minutes <= Math.max(longest, 10))
              .map((one) => (
                <option key={one.minutes} value={one.minutes}>
                  {one.label} 동안
                </option>
              ))}
          </NativeSelect>
          {levels.map(({ levelPct, label }) => (
            <Button
              key={levelPct}
              disabled={isBlocked}
              busy={hand.isBusy}
              onClick={() => start(levelPct)}
              variant={asked === levelPct ? 'primary' : 'secondary'}
            >
              {asked === levelPct ? `${name} ${Math.min(minutes, longest)}분 ${label} 확인` : label}
            </Button>
          ))}
          {!isPosition && (
            <Button disabled={isBlocked} onClick={() => move(0)}>
              끄기
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {override && (
          <Button
            disabled={isBlocked}
            busy={letGo.isBusy}
            onClick={() => void letGo.act({ params: { id: farmIndex, channel } })}
          >
            규칙에 맡기기
          </Button>
        )}
        {trip && (
          <WordsAsked
            action="확인하고 차단 해제"
            question="무엇을 확인했습니까"
            maxLength={200}
            disabled={isBlocked}
            busy={clear.isBusy}
            onSend={(note) => void clear.act({ params: { id: channel }, body: { note } })}
          />
        )}
        <LockHand channel={channel} lock={lock} isBlocked={isBlocked} />
      </div>
      {lock && <p className="text-warn-ink">잠금은 프로그램의 약속입니다. 손을 넣기 전에 전원도 내려 주세요.</p>}
    </div>
  );
}

type LockHandProps = Pick<ActuatorCardProps, 'isBlocked'> & { channel: number; lock: ActuatorNow['lockOut'] };

/** Locks for repair, with the reason; lifting another's lock asks for that person's name. */
function LockHand({ channel, lock, isBlocked }: LockHandProps) {
  const { data: session } = useSession();
  const lockIt = useAct(lockOut);
  const unlock = useAct(liftLockOut);
  if (!lock) {
    return (
      <WordsAsked
        action="정비 잠금"
        question="잠그는 까닭"
        maxLength={100}
        disabled={isBlocked}
        busy={lockIt.isBusy}
        onSend={(reason) => void lockIt.act({ params: { id: channel }, body: { reason } })}
      />
    );
  }
  if (lock.by === session?.user.name) {
    return (
      <Button
        disabled={isBlocked}
        busy={unlock.isBusy}
        onClick={() => void unlock.act({ params: { id: channel }, body: {} })}
      >
        정비 잠금 풀기
      </Button>
    );
  }
  return (
    <WordsAsked
      action="정비 잠금 풀기"
      question={`잠근 사람의 이름 (${lock.by})`}
      help="그 사람이 장비에서 떨어져 있는지 먼저 확인해 주세요."
      maxLength={40}
      disabled={isBlocked}
      busy={unlock.isBusy}
      onSend={(confirmName) => void unlock.act({ params: { id: channel }, body: { confirmName } })}
    />
  );
}

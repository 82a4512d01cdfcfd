import { useState } from 'react';
import type { Protections } from '#contract/control/protection/protection-calls.ts';
import { interlockEffect } from '#contract/control/words/protection-text.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import type { ActuatorNow } from '../control-words.tsx';
import { InterlockForm } from './interlock-form.tsx';

type Interlock = Protections['interlocks'][number];

type InterlockListProps = {
  actuator: ActuatorNow;
  interlocks: readonly Interlock[];
  /** The user is the owner, and the server can be reached. */
  mayOwn: boolean;
};

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** What holds an actuator back, with its limit, and which of it does now; its owner may change each. */
export function InterlockList({ actuator, interlocks, mayOwn }: InterlockListProps) {
  const [open, setOpen] = useState<string>();
  // The form takes the focus, and its button gets it back.
  const [closed, setClosed] = useState<string>();
  const own = interlocks.filter(({ subject }) => subject.includes(actuator.channel));
  // Several may have one setting: a pump has one for each of its valves.
  const mayChange = ({ code }: Interlock, at: number) => mayOwn && own.findIndex((one) => one.code === code) === at;
  return (
    <section aria-label={`${actuator.name} 인터록`} className="flex flex-col gap-1.5">
      <h3 className="font-semibold">인터록</h3>
      {own.length === 0 && <p className="text-ink-soft">이 장비를 막는 인터록이 없습니다.</p>}
      <ul className="flex flex-col gap-3">
        {own.map((one, at) => (
          <li key={one.id} className="flex flex-col gap-2">
            <div className="flex items-start justify-between gap-3">
              <InterlockWords interlock={one} actuator={actuator} />
              {mayChange(one, at) && open !== one.code && (
                <Button
                  ref={closed === one.code ? focus : undefined}
                  aria-label={`${one.name} 바꾸기`}
                  onClick={() => setOpen(one.code)}
                  className="shrink-0"
                >
                  바꾸기
                </Button>
              )}
            </div>
            {mayChange(one, at) && open === one.code && (
              <FocusOnMount isInPlace>
                <InterlockForm
                  channel={actuator.channel}
                  interlock={one}
                  onClose={() => {
                    setOpen(undefined);
                    setClosed(one.code);
                  }}
                />
              </FocusOnMount>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One interlock: what it does and from when on, and what the owner has set of it. */
function InterlockWords({ interlock, actuator }: { interlock: Interlock; actuator: ActuatorNow }) {
  const { name, kind, when, own } = interlock;
  const isOff = own?.isOn === false;
  return (
    <div className="min-w-0">
      <span className="font-medium">{name}</span>:{' '}
      {isOff ? '꺼 두어 지키지 않음' : interlockEffect(interlock, actuator.type)}{' '}
      {isOff && <StatusTag tone="warn">꺼 둠</StatusTag>}
      {!isOff && actuator.limit?.by === name && <StatusTag tone="warn">지금 걸림</StatusTag>}
      <span className="block text-age text-ink-soft">{kind === 'require' ? `${when}일 때만 켬` : `기준: ${when}`}</span>
      {own && (
        <span className="block text-age text-ink-soft">
          {formatDateTime(Date.parse(own.at))} {own.by} 님이 {isOff ? '끔' : '더 엄하게 정함'}: {own.reason}
        </span>
      )}
    </div>
  );
}

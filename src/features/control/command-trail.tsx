import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { getCommand } from '#contract/control/control-calls.ts';
import { trailReason } from '#contract/control/words/decision-text.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { WATCHED_MS } from './control-query.ts';
import { type ActuatorNow, commandWords } from './control-words.tsx';

const PROVED = '센서로 확인됨';

/** The state of the last command; opens to all its states with their times. */
export function CommandTrail({ command }: { command: NonNullable<ActuatorNow['command']> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="group text-age text-ink-soft" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-touch cursor-pointer list-none items-center gap-2">
        마지막 명령: {commandWords[command.state]} ({formatClock(Date.parse(command.at))})
        {command.isProved && ` · ${PROVED}`}
        <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && <CommandSteps id={command.id} />}
    </details>
  );
}

const ENDS: readonly string[] = ['done', 'refused', 'expired'];

/** Whether a command may still change: also one that is done, until a sensor has shown it or it says why none did. */
function mayChange({ state, do: what, isProved, trail }: AnswerOf<typeof getCommand>): boolean {
  const isOpen = what === 'on' && !isProved && trail.at(-1)?.reason === null;
  return !ENDS.includes(state) || (state === 'done' && isOpen);
}

/** Every state of a command with its time, and whether a sensor has shown that it works. */
export function CommandSteps({ id }: { id: string }) {
  const command = useQuery({
    ...readQuery(getCommand, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && !mayChange(state.data.value) ? false : WATCHED_MS),
  });
  if (!command.data) return <p>{command.isError ? '지금은 볼 수 없습니다. 연결되면 보입니다.' : '여는 중입니다.'}</p>;
  // An end is seen at once and needs no further proof.
  const isEnd = command.data.value.do === 'off' || command.data.value.do === 'stop';
  return (
    <ol className="flex flex-col gap-0.5 pb-1">
      {command.data.value.trail.map((step) => (
        <li key={`${step.state} ${step.at}`} className="tabular">
          {formatClock(Date.parse(step.at))} {commandWords[step.state]}
          {step.reason !== null && !(isEnd && step.state === 'done') && `: ${trailReason(step.reason)}`}
        </li>
      ))}
      {command.data.value.isProved && <li>{PROVED}</li>}
    </ol>
  );
}

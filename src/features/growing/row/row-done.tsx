import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import { queuedWords } from '#contract/wire/write-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { saidWords, treeWords } from '../growing-words.tsx';
import type { DoneTree, Row } from './row-state.ts';

const states: Readonly<Record<DoneTree['state'], string>> = {
  sending: queuedWords.sending,
  saved: '저장함',
  kept: queuedWords.waiting,
  failed: '보내지 못함',
};

/** The measured trees of the row, newest first. */
export function RowDone({ row: { done }, onSendAgain }: { row: Row; onSendAgain: () => void }) {
  const hasFailed = done.some(({ state }) => state === 'failed');
  return (
    <section aria-labelledby="row-done" className="flex flex-col gap-2">
      <h2 id="row-done" className="text-lg font-bold">
        잰 나무 {done.length}그루
      </h2>
      {hasFailed && (
        <Button onClick={onSendAgain} className="self-start">
          다시 보내기
        </Button>
      )}
      <ul className="flex flex-col divide-y divide-line rounded-card bg-card px-4 shadow-card">
        {done.toReversed().map(({ id, tree, fields, state, message }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span>
              <strong className="mr-2">{treeWords(tree)}</strong>
              {saidWords(fields)}
            </span>
            <span className="flex items-center gap-1.5 text-ink-soft">
              <StateIcon state={state} />
              {states[state]}
            </span>
            {message !== undefined && state === 'failed' && <p className="w-full text-danger-ink">{message}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function StateIcon({ state }: Pick<DoneTree, 'state'>) {
  if (state === 'failed') return <CircleAlert aria-hidden className="size-5 text-danger-ink" />;
  return state === 'saved' ? (
    <CircleCheck aria-hidden className="size-5 text-leaf" />
  ) : (
    <Clock aria-hidden className="size-5" />
  );
}

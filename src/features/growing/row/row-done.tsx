import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import { queuedWords } from '#contract/wire/write-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { OutboxLink } from '#src/ui/list/queued-rows.tsx';
import { saidWords, treeWords } from '../growing-words.tsx';
import type { ShownState, ShownTree } from './shown-tree.ts';

const words: Readonly<Record<ShownState, string>> = { ...queuedWords, saved: '저장함', failed: '보내지 못함' };

const icons = {
  saved: 'done',
  sent: 'done',
  failed: 'bad',
  attention: 'bad',
  waiting: 'open',
  sending: 'open',
} as const;

/** The measured trees of the row, newest first. */
export function RowDone({ trees, onSendAgain }: { trees: readonly ShownTree[]; onSendAgain: () => void }) {
  const hasFailed = trees.some(({ state }) => state === 'failed');
  return (
    <section aria-labelledby="row-done" className="flex flex-col gap-2">
      <h2 id="row-done" className="text-lg font-bold">
        잰 나무 {trees.length}그루
      </h2>
      {hasFailed && (
        <Button onClick={onSendAgain} className="self-start">
          다시 보내기
        </Button>
      )}
      <ul className="flex flex-col divide-y divide-line rounded-card bg-card px-4 shadow-card">
        {trees.toReversed().map(({ id, tree, fields, state, message }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span>
              <strong className="mr-2">{treeWords(tree)}</strong>
              {saidWords(fields)}
            </span>
            <span className="flex items-center gap-1.5 text-ink-soft">
              <StateIcon state={state} />
              {state === 'attention' ? <OutboxLink>{words[state]}</OutboxLink> : words[state]}
            </span>
            {message !== undefined && state === 'failed' && <p className="w-full text-danger-ink">{message}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function StateIcon({ state }: Pick<ShownTree, 'state'>) {
  if (icons[state] === 'bad') return <CircleAlert aria-hidden className="size-5 text-danger-ink" />;
  return icons[state] === 'done' ? (
    <CircleCheck aria-hidden className="size-5 text-leaf" />
  ) : (
    <Clock aria-hidden className="size-5" />
  );
}

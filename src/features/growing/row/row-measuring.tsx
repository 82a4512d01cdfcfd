import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Settings from 'lucide-react/icons/settings-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect } from 'react';
import type { ObservedTree } from '#contract/growing/growing-season.ts';
import { queuedWords } from '#contract/wire/write-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { Button } from '#src/ui/button/button.tsx';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { treeWords } from '../growing-words.tsx';
import { keyClass } from './number-pad.tsx';
import { RowFigures } from './row-figures.tsx';
import { RowKeys } from './row-keys.tsx';
import { erased, hasInput, invalidFigure, nextAsked, nextTree, progressOf, typed } from './row-state.ts';
import { useHardwareKeys } from './use-hardware-keys.ts';
import type { useRow } from './use-row.ts';

type RowMeasuringProps = {
  use: ReturnType<typeof useRow>;
  title: string;
  trees: readonly ObservedTree[];
  /** How many trees were refused after they had been stored on the device. */
  attention: number;
  onPause: () => void;
};

/** One tree: the figures above, all controls below, in reach of the thumb. */
export function RowMeasuring({ use, title, trees, attention, onPause }: RowMeasuringProps) {
  const now = useAgesTo();
  const { row, change, goOn, undo } = use;
  // Scroll to the top: the row was chosen further down the page.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  const { count, total } = progressOf(row);
  const known = trees.find(
    ({ cropId, house, tree }) => cropId === row.cropId && house === row.house && tree === row.tree,
  );
  const troubled = invalidFigure(row);
  const last = row.done.at(-1);
  const failed = row.done.filter(({ state }) => state === 'failed').length;
  const moveTree = (by: number) => change((was) => ({ ...was, tree: nextTree(was.tree, by) || was.tree }));

  function handleNext() {
    if (troubled) change((was) => ({ ...was, active: troubled }));
    else if (hasInput(row)) goOn();
    // Nothing is measured on this tree: skip it.
    else change((was) => ({ ...was, tree: nextTree(was.tree, was.step) || was.tree }));
  }
  useHardwareKeys({
    onKey: (pressed) => change((was) => typed(was, pressed)),
    onErase: () => change(erased),
    // Down the figures of the tree, and from the last one to the next tree.
    onEnter: () =>
      row.active === row.asked.at(-1) ? handleNext() : change((was) => ({ ...was, active: nextAsked(was) })),
  });
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h1 className="min-w-0 truncate font-semibold">{title}</h1>
        <IconButton label="줄 설정" onClick={onPause}>
          <Settings aria-hidden className="size-6" />
        </IconButton>
      </div>
      <div className="flex items-center justify-between gap-3">
        <button type="button" aria-label="앞 번호 나무" onClick={() => moveTree(-1)} className={`${keyClass} w-16`}>
          <Minus aria-hidden className="size-7" />
        </button>
        {/* The count stands here because toasts cover what is above. */}
        <div aria-live="polite" className="tabular text-center">
          <p className="text-figure-md leading-tight font-bold">
            {row.tree === '' ? '번호 없음' : treeWords(row.tree)}
          </p>
          <p className="text-age text-ink-soft">
            {total === undefined ? `${count}그루 쟀음` : `${count}/${total}그루`}
            {failed > 0 && <span className="text-danger-ink"> · {failed}그루 못 보냄</span>}
            {attention > 0 && <span className="text-danger-ink">{` · ${queuedWords.attention} ${attention}`}</span>}
          </p>
        </div>
        <button type="button" aria-label="뒤 번호 나무" onClick={() => moveTree(1)} className={`${keyClass} w-16`}>
          <Plus aria-hidden className="size-7" />
        </button>
      </div>
      <RowFigures row={row} change={change} known={known} now={now} />
      <div
        data-keys
        className="sticky bottom-0 z-20 flex flex-col gap-2 bg-surface pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
      >
        <RowKeys row={row} change={change} />
        <div className="grid grid-cols-[auto_1fr] gap-2">
          <button
            type="button"
            onClick={undo}
            disabled={!last}
            aria-label={last ? `${treeWords(last.tree)} 되돌리기` : '되돌리기'}
            className={`${keyClass} w-16 disabled:opacity-50`}
          >
            <Undo2 aria-hidden className="size-7" />
          </button>
          <Button variant="primary" onClick={handleNext} className="min-h-16 text-xl [@media(height<44rem)]:min-h-14">
            {nextWords(row.tree, row.step, hasInput(row))}
          </Button>
        </div>
      </div>
    </div>
  );
}

function nextWords(tree: string, step: number, hasFigures: boolean): string {
  const next = nextTree(tree, step);
  const to = next === '' ? '' : ` ${treeWords(next)}`;
  return hasFigures ? `저장하고 다음${to}` : `건너뛰고 다음${to}`;
}

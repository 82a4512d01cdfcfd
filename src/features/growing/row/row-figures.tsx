import { useEffect, useRef } from 'react';
import type { ObservedTree } from '#contract/growing/growing-season.ts';
import { growingProblems, quantityWords } from '#contract/growing/growing-text.ts';
import { hasShrunk, judgeFigure, type QuantityName, quantities } from '#contract/growing/quantities.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatAge } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { figureWords, pestsWords, treeWords } from '../growing-words.tsx';
import { keyClass } from './number-pad.tsx';
import { askedWords } from './row-setup.tsx';
import { type Asked, figureOf, type Row } from './row-state.ts';

type RowFiguresProps = {
  row: Row;
  change: (next: (row: Row) => Row) => void;
  /** This tree's earlier values. */
  known: ObservedTree | undefined;
  now: number;
};

/** The figures of the current tree with hints; the active one receives the keys. */
export function RowFigures({ row, change, known, now }: RowFiguresProps) {
  const list = useRef<HTMLUListElement>(null);
  const { active } = row;
  const judged = active === 'pests' ? null : judgeFigure(active, figureOf(row, active));
  // Scroll the active figure into view: on a low screen the keys would cover it and its message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message of a figure depends on `judged`
  useEffect(() => {
    list.current?.querySelector(`[data-asked="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active, judged]);
  return (
    <ul ref={list} className="flex flex-col gap-2">
      {row.asked.map((asked) => (
        <li key={asked} data-asked={asked} className="scroll-mb-88">
          <button
            type="button"
            aria-pressed={asked === row.active}
            onClick={() => change((was) => ({ ...was, active: asked }))}
            className={classNames(
              'flex min-h-16 w-full flex-wrap items-center justify-between gap-x-3 rounded-card px-4 text-left',
              asked === row.active
                ? 'bg-leaf-tint inset-ring-2 inset-ring-leaf'
                : 'bg-card inset-ring inset-ring-line-strong',
            )}
          >
            <span>
              <span className="block font-semibold">{askedWords(asked)}</span>
              <span className="block text-age text-ink-soft">{hintOf(asked, row, known, now)}</span>
            </span>
            <span className="tabular text-2xl font-bold">{shownOf(asked, row)}</span>
          </button>
          {asked === active && asked !== 'pests' && (
            <FigureJudgement name={asked} row={row} change={change} last={known?.[asked] ?? null} now={now} />
          )}
        </li>
      ))}
    </ul>
  );
}

function shownOf(asked: Asked, row: Row): string {
  if (asked === 'pests') return pestsWords({ pests: [...row.pests], otherPest: '' }) || '-';
  if (asked === 'leafColour') return figureWords(asked, figureOf(row, asked));
  const text = row.texts[asked] ?? '';
  return text === '' ? '-' : `${text}${asked === 'leafSpad' ? '' : ` ${quantityWords[asked].unit}`}`;
}

/** The last value of this tree, otherwise that of the tree before. */
function hintOf(asked: Asked, { done }: Row, known: ObservedTree | undefined, now: number): string {
  if (asked === 'pests') return '';
  const last = known?.[asked];
  if (last) return `이 나무 ${figureWords(asked, last.value)} (${formatAge(now - parseInstant(last.observedAt))})`;
  const before = done.findLast(({ fields }) => fields[asked] !== null);
  return before ? `${treeWords(before.tree)} ${figureWords(asked, before.fields[asked])}` : '';
}

type FigureJudgementProps = Pick<RowFiguresProps, 'row' | 'change' | 'now'> & {
  name: QuantityName;
  /** Its last value on this tree. */
  last: ObservedTree[QuantityName];
};

/** The warning for a value, and how to confirm it. */
function FigureJudgement({ name, row, change, last, now }: FigureJudgementProps) {
  const value = figureOf(row, name);
  const judged = judgeFigure(name, value);
  const { plausible, possible } = quantities[name];
  const isConfirmed = row.confirmed.includes(name);
  return (
    <div aria-live="polite" className="flex flex-col gap-2 not-empty:mt-2">
      {judged === 'plausible' && <ShrunkNote name={name} value={value} last={last} now={now} />}
      {judged === 'impossible' && <p className="text-danger-ink">{growingProblems.impossible(name, possible)}</p>}
      {judged === 'unusual' && (
        <>
          {!isConfirmed && <p className="text-accent-ink">{growingProblems.unusual(name, plausible)}</p>}
          <button
            type="button"
            aria-pressed={isConfirmed}
            onClick={() =>
              change((was) => ({ ...was, confirmed: [...was.confirmed.filter((one) => one !== name), name] }))
            }
            className={classNames(keyClass, 'text-lg', isConfirmed && 'bg-leaf-tint inset-ring-2 inset-ring-leaf')}
          >
            {isConfirmed ? '맞게 쟀다고 표시함' : '맞게 쟀습니다'}
          </button>
        </>
      )}
    </div>
  );
}

type ShrunkNoteProps = Pick<FigureJudgementProps, 'name' | 'last' | 'now'> & { value: number | null };

/** A word where what only grows has become less. It holds nothing up: another fruit may have been measured. */
function ShrunkNote({ name, value, last, now }: ShrunkNoteProps) {
  if (value === null || !last) return null;
  if (!hasShrunk(name, value, { value: last.value, at: parseInstant(last.observedAt) }, now)) return null;
  return (
    <p className="text-accent-ink">
      {growingProblems.shrunk(name, formatNumber(last.value - value, quantities[name].decimals))}
    </p>
  );
}

import type { ReactNode } from 'react';
import { leafColourWords, pestWords } from '#contract/growing/growing-text.ts';
import { type Pest, pests } from '#contract/growing/quantities.ts';
import { classNames } from '#src/lib/class-names.ts';
import { keyClass, keysClass, NumberPad } from './number-pad.tsx';
import { askedWords } from './row-setup.tsx';
import { erased, nextAsked, type Row, typed, withText } from './row-state.ts';

type RowKeysProps = { row: Row; change: (next: (row: Row) => Row) => void };

/** The keys for the active item: digits, colour steps, or names of pests. */
export function RowKeys({ row, change }: RowKeysProps) {
  const following = nextAsked(row);
  const next = following !== row.active && (
    <button
      type="button"
      onClick={() => change((was) => ({ ...was, active: following }))}
      className={`${keyClass} h-full flex-col px-1 text-center text-base leading-tight`}
    >
      <span className="text-age font-normal text-ink-soft">다음</span> {askedWords(following)}
    </button>
  );
  if (row.active === 'pests') return <PestKeys row={row} change={change} next={next} />;
  if (row.active === 'leafColour') return <ColourKeys row={row} change={change} next={next} />;
  return <NumberPad onKey={(key) => change((was) => typed(was, key))} onErase={() => change(erased)} next={next} />;
}

type ChoiceKeysProps = RowKeysProps & { next: ReactNode };

/** Two columns; an odd last key takes the whole row, so that the thumb finds no hole. */
const choicesClass = `grid grid-cols-2 gap-2 [&>:last-child:nth-child(odd)]:col-span-2 ${keysClass}`;

const pressedClass = 'bg-leaf-tint inset-ring-2 inset-ring-leaf';

function ColourKeys({ row, change, next }: ChoiceKeysProps) {
  return (
    <div className={choicesClass}>
      {leafColourWords.map((word, at) => {
        const step = String(at + 1);
        const isOn = row.texts.leafColour === step;
        return (
          <button
            key={word}
            type="button"
            aria-pressed={isOn}
            onClick={() => change((was) => withText(was, 'leafColour', isOn ? '' : step))}
            className={classNames(keyClass, 'text-lg', isOn && pressedClass)}
          >
            {step} {word}
          </button>
        );
      })}
      {next}
    </div>
  );
}

function PestKeys({ row, change, next }: ChoiceKeysProps) {
  function toggle(pest: Pest) {
    change((was) => {
      const others = was.pests.filter((one) => one !== pest && one !== 'none' && pest !== 'none');
      return { ...was, pests: was.pests.includes(pest) ? others : [...others, pest] };
    });
  }
  return (
    // The gap cuts a row in two, so that the list is seen to go on.
    <div className={`${choicesClass} gap-y-3 overflow-y-auto`}>
      {pests.map((pest) => {
        const isOn = row.pests.includes(pest);
        return (
          <button
            key={pest}
            type="button"
            aria-pressed={isOn}
            onClick={() => toggle(pest)}
            className={classNames(keyClass, 'text-lg', isOn && pressedClass)}
          >
            {pestWords[pest]}
          </button>
        );
      })}
      {next}
    </div>
  );
}

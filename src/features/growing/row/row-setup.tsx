import { useState } from 'react';
import { quantityWords } from '#contract/growing/growing-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { MultiChips } from '#src/ui/multi-chips.tsx';
import type { GrowingCrop } from '../growing-reads.ts';
import { cropWords, fieldLabels } from '../growing-words.tsx';
import { measurable, type Row, rowProblems } from './row-state.ts';

type RowSetupProps = {
  row: Row;
  crops: readonly GrowingCrop[];
  change: (next: (row: Row) => Row) => void;
};

const steps: readonly { value: number; label: string }[] = [
  { value: 1, label: '하나씩 위로' },
  { value: -1, label: '하나씩 아래로' },
  { value: 2, label: '하나 건너 위로' },
  { value: -2, label: '하나 건너 아래로' },
];

/** The setup of a row: its name, the first tree, and what is measured. */
export function RowSetup({ row, crops, change }: RowSetupProps) {
  const set = (part: Partial<Row>) => change((was) => ({ ...was, ...part }));
  const [isTried, setIsTried] = useState(false);
  const isReady = row.tree.trim() !== '' && row.asked.length > 0;
  const problems = rowProblems(row);
  const shown = isTried ? problems : {};
  function chooseCrop(cropId: string) {
    set({ cropId, house: crops.find((one) => one.cropId === cropId)?.house ?? row.house });
  }
  function handleStart() {
    setIsTried(true);
    if (Object.keys(problems).length === 0) set({ isMeasuring: true });
  }
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      {crops.length > 1 && (
        <SingleChips
          label={fieldLabels.cropId}
          isLabelShown
          chips={crops.map((one) => ({ value: one.cropId, label: cropWords(one) }))}
          value={row.cropId}
          onChange={chooseCrop}
        />
      )}
      <TextField
        label={fieldLabels.house}
        maxLength={40}
        value={row.house}
        onChange={({ target }) => set({ house: target.value })}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="첫 나무"
          isRequired
          error={shown.tree}
          maxLength={20}
          inputMode="numeric"
          value={row.tree}
          onChange={({ target }) => set({ tree: target.value })}
        />
        <TextField
          label="마지막 나무"
          error={shown.lastTree}
          maxLength={20}
          inputMode="numeric"
          value={row.lastTree}
          onChange={({ target }) => set({ lastTree: target.value })}
        />
      </div>
      <SingleChips label="나무 번호" isLabelShown chips={steps} value={row.step} onChange={(step) => set({ step })} />
      <MultiChips
        label="나무마다 잴 것"
        isLabelShown
        chips={measurable.map((value) => ({ value, label: askedWords(value) }))}
        values={row.asked}
        onChange={(asked) => set({ asked, active: asked[0] ?? row.active })}
      />
      <Button variant="primary" disabled={!isReady} onClick={handleStart} className="min-h-16 text-xl">
        {row.done.length > 0 ? '이어서 재기' : '재기 시작'}
      </Button>
    </div>
  );
}

export function askedWords(asked: Row['active']): string {
  return asked === 'pests' ? fieldLabels.pests : quantityWords[asked].label;
}

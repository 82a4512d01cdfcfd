import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { queuedWords } from '#contract/wire/write-text.ts';
import { showToast } from '#src/lib/toasts.ts';
import { DESKTOP, useMedia } from '#src/lib/use-media.ts';
import { type Choice, type ChoiceProps, isSearched } from '#src/ui/field/choice.ts';
import { inputClass } from '#src/ui/field/field-frame.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { chooseFarm } from './choose-farm.ts';

type FarmSelectorProps = {
  farms: readonly { index: number; farmName: string }[];
  /** Index of the chosen farm; an unknown one selects the first. */
  value: number | null;
  onChange: (index: number) => void;
};

type FarmList = (props: ChoiceProps<number>) => React.ReactNode;

const loadSelect = async (): Promise<FarmList> => (await import('#src/ui/field/select.tsx')).Select<number>;
const loadCombobox = async (): Promise<FarmList> => (await import('#src/ui/field/combobox.tsx')).Combobox<number>;

/** Chooses among several farms; hidden with fewer than two. The list is loaded at the first press. */
export function FarmSelector({ farms, value, onChange }: FarmSelectorProps) {
  const isTyped = isSearched(farms.length, useMedia(DESKTOP));
  const { part: List, fetchPart } = useLazyModule(isTyped ? loadCombobox : loadSelect);
  const [isWanted, setIsWanted] = useState(false);
  if (farms.length < 2) return null;

  const chosen = chooseFarm(farms, value);
  if (isWanted && List) {
    const choices = farms.map(
      ({ index, farmName }): Choice<number> => ({
        value: index,
        label: farmName,
        ...(isProvisional(index) && { detail: queuedWords.waiting }),
      }),
    );
    return (
      <List
        label="농장"
        isLabelHidden
        isOpenOnMount
        choices={choices}
        value={chosen?.index ?? null}
        onChange={onChange}
      />
    );
  }

  async function handleClick() {
    if (await fetchPart()) setIsWanted(true);
    else showToast('농장 목록을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }
  return (
    <button
      type="button"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={`농장 ${chosen?.farmName ?? ''}`}
      onPointerEnter={() => void fetchPart()}
      onFocus={() => void fetchPart()}
      onClick={() => void handleClick()}
      className={`${inputClass} flex items-center gap-2 text-left max-sm:gap-1 max-sm:px-2.5`}
    >
      <span className="min-w-0 flex-1 truncate">{chosen?.farmName}</span>
      <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </button>
  );
}

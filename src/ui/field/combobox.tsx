import {
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Combobox as HeadlessCombobox,
  Field as HeadlessField,
  Label,
} from '@headlessui/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef, useState } from 'react';
import { isSameName, matchesSearch } from '#src/lib/compare-text.ts';
import { type ChoiceProps, listClass, rowClass } from './choice.ts';
import { ChoiceRow } from './choice-row.tsx';
import { FieldLabel, inputClass } from './field-frame.tsx';
import { HeadlessNotes } from './headless-notes.tsx';

/** Limit of options shown at once; typing narrows a longer list. */
const MOST_SHOWN = 50;

/** A searchable list for one choice; initial consonants match, too. Loads Headless UI, like Select. */
export function Combobox<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, name, help, error, isRequired, isLabelHidden, choices, value, onChange, placeholder, isOpenOnMount } =
    props;
  const [query, setQuery] = useState('');
  const labelOf = (wanted: Value | null) => choices.find((choice) => choice.value === wanted)?.label ?? '';
  const input = useRef<HTMLInputElement>(null);
  const found = choices.filter((choice) => matchesSearch(choice.label, query));
  const shown = found.slice(0, MOST_SHOWN);

  useEffect(() => {
    // Focus opens the list; select the text afterwards, because Headless UI writes the value again when it mounts.
    if (isOpenOnMount) input.current?.focus();
    if (isOpenOnMount) input.current?.select();
  }, [isOpenOnMount]);

  function handleText(typed: string) {
    setQuery(typed);
    // Typing the exact name of an option chooses it, even if the user moves on without pressing it.
    const exact = choices.find(({ label: name, isDisabled }) => isSameName(typed, name) && !isDisabled);
    if (exact && exact.value !== value) onChange(exact.value);
  }

  return (
    <HeadlessField data-field={name} className="flex min-w-0 scroll-mt-6 flex-col gap-1.5">
      <Label className={isLabelHidden ? 'sr-only' : 'font-semibold'}>
        <FieldLabel isRequired={isRequired}>{label}</FieldLabel>
      </Label>
      <HeadlessCombobox
        immediate
        invalid={error !== undefined}
        value={value}
        onChange={(next: Value | null) => next !== null && onChange(next)}
        onClose={() => setQuery('')}
      >
        <div className="relative">
          <ComboboxInput
            ref={input}
            aria-label={label}
            autoComplete="off"
            displayValue={labelOf}
            onChange={(event) => handleText(event.target.value)}
            onFocus={(event) => event.target.select()}
            placeholder={placeholder}
            className={`${inputClass} truncate pr-12`}
          />
          <ComboboxButton
            aria-label="목록 펼치기"
            className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-card text-ink-soft"
          >
            <ChevronDown aria-hidden className="size-5" />
          </ComboboxButton>
          {found.length === 0 && query !== '' && (
            <p role="status" className={`${listClass} absolute top-full mt-2 w-full px-4 py-3 text-ink-soft`}>
              찾는 이름이 없습니다.
            </p>
          )}
        </div>
        <ComboboxOptions
          modal={false}
          anchor={{ to: 'bottom start', gap: 8, padding: 8 }}
          className={`${listClass} min-w-(--input-width) empty:invisible`}
        >
          {shown.map((choice) => (
            <ComboboxOption
              key={choice.value}
              value={choice.value}
              disabled={choice.isDisabled ?? false}
              className={rowClass}
            >
              <ChoiceRow label={choice.label} detail={choice.detail} isChosen={choice.value === value} />
            </ComboboxOption>
          ))}
          {found.length > shown.length && (
            <p className="px-3 py-2 text-ink-soft">
              {found.length - shown.length}개 더 있습니다. 이름을 입력하면 좁혀집니다.
            </p>
          )}
        </ComboboxOptions>
      </HeadlessCombobox>
      <HeadlessNotes help={help} error={error} />
    </HeadlessField>
  );
}

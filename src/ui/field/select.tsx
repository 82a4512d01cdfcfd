import {
  Field as HeadlessField,
  Label,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
} from '@headlessui/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { type ChoiceProps, listClass, rowClass } from './choice.ts';
import { ChoiceRow } from './choice-row.tsx';
import { FieldLabel, inputClass } from './field-frame.tsx';
import { HeadlessNotes } from './headless-notes.tsx';

/** A list for one choice, without a search field. Loads Headless UI: import lazily if it is not needed at first. */
export function Select<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, name, help, error, isRequired, isLabelHidden, choices, value, onChange, placeholder, isOpenOnMount } =
    props;
  const button = useRef<HTMLButtonElement>(null);
  const chosen = choices.find((choice) => choice.value === value);

  useEffect(() => {
    if (!isOpenOnMount) return;
    button.current?.focus();
    button.current?.click();
  }, [isOpenOnMount]);

  return (
    <HeadlessField data-field={name} className="flex min-w-0 scroll-mt-6 flex-col gap-1.5">
      <Label className={isLabelHidden ? 'sr-only' : 'font-semibold'}>
        <FieldLabel isRequired={isRequired}>{label}</FieldLabel>
      </Label>
      <Listbox invalid={error !== undefined} value={value} onChange={(next) => next !== null && onChange(next)}>
        <ListboxButton ref={button} className={`${inputClass} flex items-center gap-2 text-left`}>
          <span className={classNames('min-w-0 flex-1 truncate', !chosen && 'text-ink-faint')}>
            {chosen?.label ?? placeholder}
          </span>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft" />
        </ListboxButton>
        <ListboxOptions modal={false} anchor={{ to: 'bottom start', gap: 8, padding: 8 }} className={listClass}>
          {choices.map((choice) => (
            <ListboxOption
              key={choice.value}
              value={choice.value}
              disabled={choice.isDisabled ?? false}
              className={rowClass}
            >
              <ChoiceRow label={choice.label} detail={choice.detail} isChosen={choice.value === value} />
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
      <HeadlessNotes help={help} error={error} />
    </HeadlessField>
  );
}

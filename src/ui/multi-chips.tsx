import Check from 'lucide-react/icons/check';
import { useId } from 'react';
import { ChipLabel, type ChipsProps, chipClass, offClass, onClass } from './chips.tsx';
import { FieldGroup } from './field/field-frame.tsx';

type MultiChipsProps<Value extends string | number> = ChipsProps<Value> & {
  values: readonly Value[];
  onChange: (values: Value[]) => void;
};

/** A choice of several among few, as toggle buttons. */
export function MultiChips<Value extends string | number>(props: MultiChipsProps<Value>) {
  const { isLabelShown, chips, values, onChange, ...frame } = props;
  const id = useId();
  const toggled = (value: Value) =>
    chips.map((chip) => chip.value).filter((other) => (other === value) !== values.includes(other));
  return (
    <FieldGroup {...frame} id={id} isLabelHidden={!isLabelShown}>
      <div data-chips className="flex flex-wrap gap-2">
        {chips.map((chip) => {
          const isOn = values.includes(chip.value);
          return (
            <button
              key={chip.value}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(toggled(chip.value))}
              className={`${chipClass} ${isOn ? onClass : offClass}`}
            >
              {isOn && <Check aria-hidden className="-ml-1 size-4 text-leaf" />}
              <ChipLabel chip={chip} />
            </button>
          );
        })}
      </div>
    </FieldGroup>
  );
}

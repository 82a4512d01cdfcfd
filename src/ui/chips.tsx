import { type ReactNode, useId } from 'react';
import { FieldGroup, type FieldProps } from './field/field-frame.tsx';

type Chip<Value extends string | number> = {
  value: Value;
  label: string;
  /** Secondary text after the label. */
  detail?: string;
  /** Sample of the line that the chip stands for. */
  swatch?: ReactNode;
};

type ChipLabelProps = { chip: Chip<string | number> };

/** The content of a chip: the line sample and the text. */
export function ChipLabel({ chip }: ChipLabelProps) {
  return (
    <>
      {chip.swatch}
      <span>
        {/* The space parts the words for screen readers, too. */}
        {chip.label}{' '}
        {chip.detail !== undefined && <span className="ml-0.5 font-normal text-ink-soft">{chip.detail}</span>}
      </span>
    </>
  );
}

export type ChipsProps<Value extends string | number> = FieldProps & {
  /** False hides the label visually; screen readers still read it. */
  isLabelShown?: boolean;
  chips: readonly Chip<Value>[];
};

/** Classes of a chip, on or off. */
export const chipClass =
  'inline-flex min-h-touch max-w-full shrink-0 cursor-pointer items-center gap-2 rounded-full px-4 inset-ring transition-colors';
export const offClass = 'bg-card inset-ring-line-strong hover:bg-sunken';
export const onClass = 'bg-leaf-tint font-semibold inset-ring-2 inset-ring-leaf';

type SingleChipsProps<Value extends string | number> = ChipsProps<Value> & {
  value: Value | null;
  onChange: (value: Value) => void;
};

/** A choice of one among few, as radio buttons, which bring arrow keys and accessibility. */
export function SingleChips<Value extends string | number>(props: SingleChipsProps<Value>) {
  const { isLabelShown, chips, value, onChange, ...frame } = props;
  const id = useId();
  return (
    <FieldGroup {...frame} id={id} isLabelHidden={!isLabelShown}>
      <div data-chips className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          <label
            key={chip.value}
            className={`${chipClass} ${chip.value === value ? onClass : offClass} relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf`}
          >
            <input
              type="radio"
              name={id}
              checked={chip.value === value}
              onChange={() => onChange(chip.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            <ChipLabel chip={chip} />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

import Check from 'lucide-react/icons/check';
import { type ReactNode, useId } from 'react';
import { FieldGroup, type FieldProps } from './field/field-frame.tsx';
import { SeriesSwatch, type SeriesSwatchProps } from './series-swatch.tsx';

type Chip<Value extends string | number> = {
  value: Value;
  label: string;
  /** Fainter, after the label. */
  detail?: string;
  /** Shows the line this chip stands for. */
  swatch?: SeriesSwatchProps;
};

type ChipLabelProps = { chip: Chip<string | number> };

function ChipLabel({ chip }: ChipLabelProps) {
  return (
    <>
      {chip.swatch && <SeriesSwatch {...chip.swatch} />}
      <span>
        {chip.label}
        {chip.detail !== undefined && <span className="ml-1.5 font-normal text-ink-soft">{chip.detail}</span>}
      </span>
    </>
  );
}

/** Room that is left beside a chip scrolled to, px: the next one shows that there is more. */
const PEEK = 32;

/** A chosen chip beyond the edge of its row would look like none. */
function scrollToChosen(row: HTMLElement | null): void {
  const chosen = row?.querySelector<HTMLElement>('[aria-pressed="true"], :has(> :checked)');
  if (row && chosen) row.scrollLeft = chosen.offsetLeft + chosen.offsetWidth + PEEK - row.clientWidth;
}

function ChipRow({ isOneRow, children }: { isOneRow: boolean | undefined; children: ReactNode }) {
  if (!isOneRow) return <div className="flex flex-wrap gap-2">{children}</div>;
  return (
    <div
      ref={scrollToChosen}
      className="relative -mx-4 -my-1.5 flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] md:-mx-1 md:px-1 desk:flex-wrap desk:overflow-visible"
    >
      {children}
    </div>
  );
}

type RowProps = {
  /** The label is read aloud in any case. */
  isLabelShown?: boolean;
  /** On small screens in one row that scrolls sideways, so that what is below stays in sight. */
  isOneRow?: boolean;
};

const chipClass =
  'inline-flex min-h-touch shrink-0 cursor-pointer items-center gap-2 rounded-full px-4 inset-ring transition-colors';
const offClass = 'bg-card inset-ring-line-strong hover:bg-sunken';
const onClass = 'bg-leaf-tint font-semibold inset-ring-2 inset-ring-leaf';

type SingleChipsProps<Value extends string | number> = FieldProps &
  RowProps & {
    chips: readonly Chip<Value>[];
    value: Value | null;
    onChange: (value: Value) => void;
  };

/** One of a few, as radio buttons: arrow keys and screen readers come with them. */
export function SingleChips<Value extends string | number>(props: SingleChipsProps<Value>) {
  const { isLabelShown, isOneRow, chips, value, onChange, ...frame } = props;
  const id = useId();
  return (
    <FieldGroup {...frame} id={id} isLabelHidden={!isLabelShown}>
      <ChipRow isOneRow={isOneRow}>
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
      </ChipRow>
    </FieldGroup>
  );
}

type MultiChipsProps<Value extends string | number> = FieldProps &
  RowProps & {
    chips: readonly Chip<Value>[];
    values: readonly Value[];
    onChange: (values: Value[]) => void;
  };

/** Any of a few, as buttons that stay pressed. */
export function MultiChips<Value extends string | number>(props: MultiChipsProps<Value>) {
  const { isLabelShown, isOneRow, chips, values, onChange, ...frame } = props;
  const id = useId();
  const toggled = (value: Value) =>
    chips.map((chip) => chip.value).filter((other) => (other === value) !== values.includes(other));
  return (
    <FieldGroup {...frame} id={id} isLabelHidden={!isLabelShown}>
      <ChipRow isOneRow={isOneRow}>
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
      </ChipRow>
    </FieldGroup>
  );
}

import { type ReactNode, useId } from 'react';
import { describedBy, FieldFrame } from '#src/ui/field/field-frame.tsx';
import { PlainSelect } from '#src/ui/field/native-select.tsx';

type ChoiceSelectProps<Value extends string> = {
  label: string;
  name: string;
  help?: ReactNode;
  error: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
  /** Texts by value, in order. */
  words: Readonly<Record<Value, string>>;
};

/** A choice of one of a few words, as a native select. */
export function ChoiceSelect<Value extends string>(props: ChoiceSelectProps<Value>) {
  const { label, name, help, error, value, onChange, words } = props;
  const id = useId();
  const values = Object.keys(words).filter((one): one is Value => one in words);
  return (
    <FieldFrame id={id} name={name} label={label} help={help} error={error}>
      <PlainSelect
        id={id}
        value={value}
        onChange={({ target }) => {
          const next = values.find((one) => one === target.value);
          if (next !== undefined) onChange(next);
        }}
        {...describedBy(id, help, error)}
        className="sm:max-w-md"
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </PlainSelect>
    </FieldFrame>
  );
}

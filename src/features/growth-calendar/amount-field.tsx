import { useState } from 'react';
import { formatPlain } from '#src/lib/format-number.ts';
import { TextField } from '#src/ui/field/text-field.tsx';
import type { Amount } from './calendar-words.tsx';

/** What stands for no figure at all. */
const words = { natural: '자연온도', 'water-saving': '절수 관리' } as const;
type Word = keyof typeof words;

type Value<W extends Word> = Amount | W | null;

/** As it is typed: '8', '5~8', the word. Empty for null. */
export function amountText(value: Amount | Word | null): string {
  if (value === null || Number.isNaN(value)) return '';
  if (value === 'natural' || value === 'water-saving') return words[value];
  return typeof value === 'number' ? formatPlain(value) : `${formatPlain(value.min)}~${formatPlain(value.max)}`;
}

/** What was typed; NaN where it is none of these, so that a schema refuses it. */
export function parseAmount<W extends Word>(text: string, word: W): Value<W> {
  const typed = text.replace(/\s/g, '').replace('\u2212', '-');
  if (typed === '') return null;
  if (typed === words[word].replace(/\s/g, '')) return word;
  const range = /^(-?\d+(?:\.\d+)?)[~–](-?\d+(?:\.\d+)?)$/.exec(typed);
  if (range) return { min: Number(range[1]), max: Number(range[2]) };
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN;
}

type AmountFieldProps<W extends Word> = {
  label: string;
  name: string;
  word: W;
  value: Value<W>;
  onChange: (value: Value<W>) => void;
  error: string | undefined;
  /** As the calendar has it: what an empty field stands for. */
  otherwise: string;
};

/** A figure, a range or the word that stands for none; empty: as the calendar has it. */
export function AmountField<W extends Word>(props: AmountFieldProps<W>) {
  const { label, name, word, value, onChange, error, otherwise } = props;
  const [text, setText] = useState(() => amountText(value));
  // Another value has come from outside (a draft, the other side of a conflict): it replaces what was typed.
  const isTyped = JSON.stringify(parseAmount(text, word)) === JSON.stringify(value);
  return (
    <TextField
      label={label}
      name={name}
      value={isTyped ? text : amountText(value)}
      placeholder={otherwise}
      help={`예: 8, 5~8, ${words[word]}. 비워 두면 달력대로 ${otherwise}입니다.`}
      autoComplete="off"
      error={error}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parseAmount(target.value, word));
      }}
    />
  );
}

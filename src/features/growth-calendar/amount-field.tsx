import { useState } from 'react';
import { formatPlain } from '#src/lib/format-number.ts';
import { TextField } from '#src/ui/field/text-field.tsx';
import type { Amount } from './calendar-words.tsx';

/** Words that replace a number. */
const words = { natural: '자연온도', 'water-saving': '절수 관리' } as const;
type Word = keyof typeof words;

type Value<W extends Word> = Amount | W | null;

/** An amount as typed: '8', '5~8', or the word. '' for null. */
export function amountText(value: Amount | Word | null): string {
  if (value === null || Number.isNaN(value)) return '';
  if (value === 'natural' || value === 'water-saving') return words[value];
  return typeof value === 'number' ? formatPlain(value) : `${formatPlain(value.min)}~${formatPlain(value.max)}`;
}

/** Parses typed text; NaN if invalid, so that a schema refuses it. */
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
  /** The calendar's value, which an empty field stands for. */
  otherwise: string;
};

/** A field for a number, a range or a word; empty means the calendar's value. */
export function AmountField<W extends Word>(props: AmountFieldProps<W>) {
  const { label, name, word, value, onChange, error, otherwise } = props;
  const [text, setText] = useState(() => amountText(value));
  // The value was changed from outside (a draft, a conflict): it replaces the typed text.
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

import { type FormEvent, useState } from 'react';
import { seoulDate } from '#contract/time/time.ts';
import { Button } from '#src/ui/button/button.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { OneRow } from '#src/ui/one-row.tsx';
import type { RangeName } from './range-names.ts';
import { freeDays, spanOf } from './ranges.ts';

const chips = [
  { value: 'today', label: '오늘' },
  { value: 'night', label: '지난밤' },
  { value: '24h', label: '24시간' },
  { value: '7d', label: '7일' },
  { value: '30d', label: '30일' },
  { value: '12m', label: '12개월' },
  { value: 'free', label: '직접 고르기' },
] as const satisfies readonly { value: RangeName; label: string }[];

type RangePickerProps = {
  range: RangeName;
  /** The range shown now, as default of a free range. */
  begin: string;
  end: string;
  onChange: (range: RangeName, free?: { begin: string; end: string }) => void;
};

/** Ranges as chips; a free range asks for its first and last day. */
export function RangePicker({ range, begin, end, onChange }: RangePickerProps) {
  const [pressed, setPressed] = useState({ on: range, given: range });
  if (pressed.given !== range) setPressed({ on: range, given: range });

  function handleChange(next: RangeName) {
    setPressed({ on: next, given: range });
    const shown = spanOf({ begin, end });
    const days = { begin: seoulDate(shown.begin), end: seoulDate(shown.end - 1) };
    // The chip updates first and the page in a separate task, so that a slow phone stays responsive.
    setTimeout(() => (next === 'free' ? onChange(next, days) : onChange(next)));
  }

  return (
    <div className="flex flex-col gap-3">
      <OneRow>
        <SingleChips label="기간" chips={chips} value={pressed.on} onChange={handleChange} />
      </OneRow>
      {range === 'free' && <FreeDays key={`${begin} ${end}`} begin={begin} end={end} onChange={onChange} />}
    </div>
  );
}

function FreeDays({ begin, end, onChange }: Omit<RangePickerProps, 'range'>) {
  const shown = spanOf({ begin, end });
  const [first, setFirst] = useState(seoulDate(shown.begin));
  const [last, setLast] = useState(seoulDate(shown.end - 1));
  const days = freeDays(first, last);
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (days) onChange('free', days);
  }
  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
      <TextField label="첫날" type="date" value={first} onChange={(event) => setFirst(event.target.value)} />
      <TextField
        label="마지막 날"
        type="date"
        value={last}
        onChange={(event) => setLast(event.target.value)}
        {...(!days && { error: '마지막 날이 첫날보다 빠를 수 없습니다.' })}
      />
      <Button type="submit" disabled={!days}>
        보기
      </Button>
    </form>
  );
}

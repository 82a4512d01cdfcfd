import { useState } from 'react';
import { formatNumber } from '#src/lib/format-number.ts';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { m2OfPyeong, pyeongOf, tensOfAres } from './area.ts';

type AreaFieldsProps = {
  name: string;
  /** m². */
  value: number | null;
  onChange: (areaM2: number | null) => void;
  error: string | undefined;
};

/** The area in m² and 평; each field updates the other. */
export function AreaFields({ name, value, onChange, error }: AreaFieldsProps) {
  // Kept as typed: a round trip through m² would change it while typing.
  const [typedPyeong, setTypedPyeong] = useState(() => pyeongOf(value));
  const pyeong = Object.is(m2OfPyeong(typedPyeong), value) ? typedPyeong : pyeongOf(value);

  function handlePyeong(next: number | null) {
    setTypedPyeong(next);
    onChange(m2OfPyeong(next));
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 items-start gap-4 sm:max-w-md">
        <NumberField label="면적" unit="㎡" name={name} value={value} onChange={onChange} error={error} />
        <NumberField label="평으로" unit="평" value={pyeong} onChange={handlePyeong} />
      </div>
      <p className="tabular text-ink-soft" aria-live="polite">
        {error === undefined && value !== null && value > 0
          ? `10a(1,000 ㎡)의 ${formatNumber(tensOfAres(value), 2)}배입니다.`
          : '한쪽만 입력하면 됩니다.'}
      </p>
    </div>
  );
}

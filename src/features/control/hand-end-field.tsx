import { useId } from 'react';
import { minutesPhrase } from '#contract/control/words/phrases-text.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatClock } from '#src/lib/format-date.ts';
import { inputClass } from '#src/ui/field/field-frame.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { type HandEnd, lengthsWithin } from './hand-end.ts';

type HandEndFieldProps = {
  /** Name of the actuator, for screen readers. */
  name: string;
  value: HandEnd;
  onChange: (value: HandEnd) => void;
  longestMin: number;
  /** Whether an amount of water may be chosen; undefined for actuators that give none. */
  hasAmount: boolean | undefined;
  now: number;
};

const keyOf = (value: HandEnd) =>
  'minutes' in value ? String(value.minutes) : 'until' in value ? 'until' : ('litres' as const);

/** How manual control ends: after some minutes, at a time of day, or after an amount of water. */
export function HandEndField({ name, value, onChange, longestMin, hasAmount, now }: HandEndFieldProps) {
  const id = useId();
  const handleChoice = (key: string) => {
    // The next full hour is always within reach.
    if (key === 'until') onChange({ until: `${formatClock(now + 60 * MINUTE_MS).slice(0, 3)}00` });
    else onChange(key === 'litres' ? { litres: null } : { minutes: Number(key) });
  };
  return (
    <>
      <NativeSelect label={`${name} 움직일 시간`} isLabelHidden value={keyOf(value)} onChange={handleChoice}>
        {lengthsWithin(longestMin).map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutesPhrase(minutes)} 동안
          </option>
        ))}
        <option value="until">정한 시각까지</option>
        {hasAmount !== undefined && (
          <option value="litres" disabled={!hasAmount}>
            {hasAmount ? '정한 물 양만큼' : '물 양 (정상 유량을 정하면)'}
          </option>
        )}
      </NativeSelect>
      {'until' in value && (
        <>
          <label htmlFor={id} className="sr-only">
            {name} 끝나는 시각
          </label>
          <input
            id={id}
            type="time"
            value={value.until}
            onChange={({ target }) => onChange({ until: target.value })}
            className={classNames(inputClass, 'tabular w-36 px-2.5')}
          />
        </>
      )}
      {'litres' in value && (
        <div className="w-40">
          <NumberField
            label={`${name} 물 양`}
            unit="L"
            value={value.litres}
            onChange={(litres) => onChange({ litres })}
          />
        </div>
      )}
    </>
  );
}

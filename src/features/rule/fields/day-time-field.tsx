import { useId } from 'react';
import { dayTimeParts } from '#contract/control/rule/day-time.ts';
import { minutesPhrase } from '#contract/control/words/phrases-text.ts';
import { classNames } from '#src/lib/class-names.ts';
import { describedBy, FieldFrame, inputClass } from '#src/ui/field/field-frame.tsx';
import { PlainSelect } from '#src/ui/field/native-select.tsx';

type DayTimeFieldProps = {
  /** Prefix of the accessible name: '2번 시간대'. */
  prefix: string;
  label: string;
  name: string;
  /** In the format of rules: 'HH:mm', 'sunrise', 'sunset-15'; '' while incomplete. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

const edges = ['clock', 'sunrise', 'sunset'] as const;
const edgeWords = { clock: '시각', sunrise: '해 뜰 때', sunset: '해 질 때' } as const;
/** Selectable minutes before or after sunrise and sunset; other stored values are kept. */
const OFFSETS = [-240, -180, -120, -90, -60, -45, -30, -15, 0, 15, 30, 45, 60, 90, 120, 150, 180, 240] as const;

const sunText = (edge: string, minutes: number) =>
  minutes === 0 ? edge : `${edge}${minutes > 0 ? '+' : '-'}${Math.abs(minutes)}`;

function offsetWords(minutes: number): string {
  if (minutes === 0) return '바로 그때';
  return `${minutesPhrase(Math.abs(minutes))} ${minutes < 0 ? '전' : '뒤'}`;
}

/** A time of day by clock or sun, chosen without typing. */
export function DayTimeField({ prefix, label, name, value, onChange, error }: DayTimeFieldProps) {
  const id = useId();
  const parts = dayTimeParts(value) ?? { edge: 'clock', minutes: 0 };
  const { edge, minutes } = parts;
  const offsets = [...new Set<number>([...OFFSETS, minutes])].sort((a, b) => a - b);
  return (
    <FieldFrame
      id={id}
      name={name}
      label={
        <>
          <span className="sr-only">{prefix} </span>
          {label}
        </>
      }
      error={error}
    >
      <div className="grid grid-cols-2 gap-2 sm:max-w-md">
        <PlainSelect
          aria-label={`${prefix} ${label} 기준`}
          value={edge}
          onChange={({ target }) => onChange(target.value === 'clock' ? '06:00' : target.value)}
        >
          {edges.map((one) => (
            <option key={one} value={one}>
              {edgeWords[one]}
            </option>
          ))}
        </PlainSelect>
        {edge === 'clock' ? (
          <input
            id={id}
            type="time"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            {...describedBy(id, undefined, error)}
            className={classNames(inputClass, 'tabular px-2.5')}
          />
        ) : (
          <PlainSelect
            id={id}
            value={minutes}
            onChange={({ target }) => onChange(sunText(edge, Number(target.value)))}
            {...describedBy(id, undefined, error)}
          >
            {offsets.map((one) => (
              <option key={one} value={one}>
                {offsetWords(one)}
              </option>
            ))}
          </PlainSelect>
        )}
      </div>
    </FieldFrame>
  );
}

import { type ReactNode, useId } from 'react';
import type { HeatSettings } from '#contract/heat/heat.ts';
import { heatFieldWords, heatModeWords } from '#contract/heat/heat-text.ts';
import { classNames } from '#src/lib/class-names.ts';
import { FieldGroup } from '#src/ui/field/field-frame.tsx';

type Mode = HeatSettings['mode'];

type ModeFieldProps = {
  name: string;
  value: Mode;
  onChange: (value: Mode) => void;
  error: string | undefined;
  /** The growth calendar's current target; undefined without a calendar. */
  calendarNow: ReactNode | undefined;
};

/** Who sets the target: the grower or the growth calendar. */
export function ModeField({ name, value, onChange, error, calendarNow }: ModeFieldProps) {
  const id = useId();
  const choices: { mode: Mode; detail: ReactNode; isOffered: boolean }[] = [
    { mode: 'own', detail: '낮과 밤, 시간대마다 목표를 정합니다.', isOffered: true },
    {
      mode: 'calendar',
      detail: calendarNow ?? '생육 달력이 있는 작물이 재배 중으로 등록되어 있지 않습니다. 작물을 먼저 등록해 주세요.',
      isOffered: calendarNow !== undefined || value === 'calendar',
    },
  ];
  return (
    <FieldGroup id={id} name={name} label={heatFieldWords.mode} error={error}>
      <div className="flex flex-col gap-2">
        {choices.map(({ mode, detail, isOffered }) => (
          <label
            key={mode}
            className={classNames(
              'flex min-h-touch items-center gap-3 rounded-card px-3 py-2.5 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
              value === mode ? 'bg-leaf-tint inset-ring-2 inset-ring-leaf' : 'inset-ring inset-ring-line-strong',
              isOffered ? 'cursor-pointer' : 'cursor-not-allowed bg-sunken text-ink-soft',
            )}
          >
            <input
              type="radio"
              name={id}
              checked={value === mode}
              onChange={() => onChange(mode)}
              disabled={!isOffered}
              aria-describedby={`${id}-${mode}`}
              aria-label={heatModeWords[mode]}
              className="size-6 shrink-0 appearance-none rounded-full bg-card inset-ring-2 inset-ring-line-strong outline-none checked:inset-ring-7 checked:inset-ring-leaf"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{heatModeWords[mode]}</span>
              <span id={`${id}-${mode}`} className="block text-ink-soft">
                {detail}
              </span>
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

import type { Control } from '#contract/control/control-calls.ts';
import { type Outcome, outcomes } from '#contract/control/decision.ts';
import { outcomeText } from '#contract/control/words/decision-text.ts';
import { seoulDate } from '#contract/time/time.ts';
import { DateField } from '#src/ui/field/date-field.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { titleOf } from './control-words.tsx';

/** What of the log is shown. */
export type LogNarrowing = {
  /** Index of an actuator. */
  actuator?: number | undefined;
  /** The label of a house: all its actuators. */
  area?: string | undefined;
  /** UUID of a rule. */
  rule?: string | undefined;
  outcome?: Outcome | undefined;
  /** A Seoul day, yyyy-MM-dd. */
  day?: string | undefined;
};

type LogFiltersProps = {
  narrowing: LogNarrowing;
  onNarrow: (change: LogNarrowing) => void;
  actuators: Control['actuators'];
  rules: Control['rules'];
  now: number;
};

/** Narrows the log to a house or an actuator, a rule, an outcome and a day. */
export function LogFilters({ narrowing, onNarrow, actuators, rules, now }: LogFiltersProps) {
  const { actuator, area, rule, outcome, day } = narrowing;
  const areas = [...new Set(actuators.map(({ areaName }) => areaName))];
  const inOrder = [...rules].sort((one, other) => one.name.localeCompare(other.name, 'ko'));
  const handleThing = (key: string) => {
    const house = key.startsWith('area:') ? key.slice('area:'.length) : undefined;
    onNarrow({ area: house, actuator: key === '' || house !== undefined ? undefined : Number(key) });
  };
  return (
    <div className="grid max-w-4xl grid-cols-2 gap-3 lg:grid-cols-4">
      <NativeSelect
        label="장비"
        value={area === undefined ? String(actuator ?? '') : `area:${area}`}
        onChange={handleThing}
      >
        <option value="">모든 장비</option>
        {areas.map((name) => (
          <optgroup key={name} label={name || '농장 전체'}>
            {areas.length > 1 && name !== '' && <option value={`area:${name}`}>{name} 장비 모두</option>}
            {actuators
              .filter(({ areaName }) => areaName === name)
              .map((one) => (
                <option key={one.channel} value={one.channel}>
                  {titleOf(one)}
                </option>
              ))}
          </optgroup>
        ))}
      </NativeSelect>
      <NativeSelect label="규칙" value={rule ?? ''} onChange={(id) => onNarrow({ rule: id === '' ? undefined : id })}>
        <option value="">모든 규칙</option>
        {inOrder.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label="판단"
        value={outcome ?? ''}
        onChange={(text) => onNarrow({ outcome: outcomes.find((one) => one === text) })}
      >
        <option value="">모든 판단</option>
        {outcomes.map((one) => (
          <option key={one} value={one}>
            {outcomeText(one)}
          </option>
        ))}
      </NativeSelect>
      <DateField
        label="날"
        value={day ?? null}
        max={seoulDate(now)}
        onChange={(chosen) => onNarrow({ day: chosen ?? undefined })}
      />
    </div>
  );
}

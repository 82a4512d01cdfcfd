import { NativeSelect } from '#src/ui/field/native-select.tsx';

type MotorLevelProps = {
  /** Name of the actuator, for screen readers. */
  name: string;
  /** %. */
  value: number;
  /** The highest position that an interlock allows now, %. */
  mostPct: number;
  step: number;
  onChange: (levelPct: number) => void;
};

/** The position to move a vent or curtain to. */
export function MotorLevel({ name, value, mostPct, step, onChange }: MotorLevelProps) {
  const levels = Array.from({ length: 100 / step }, (_, at) => (at + 1) * step);
  return (
    <NativeSelect
      label={`${name} 열림`}
      isLabelHidden
      value={String(value)}
      onChange={(text) => onChange(Number(text))}
    >
      {levels.map((level) => (
        <option key={level} value={level} disabled={level > mostPct}>
          {level === 100 ? '모두 (100 %)' : `${level} %`}
        </option>
      ))}
    </NativeSelect>
  );
}

import type { DayWindow } from '#contract/control/rule/day-time.ts';
import { DayTimeField } from './day-time-field.tsx';
import { RowList } from './row-list.tsx';

type WindowsFieldProps = {
  name: string;
  label?: string;
  value: readonly DayWindow[];
  onChange: (windows: DayWindow[]) => void;
  errorOf: (name: string) => string | undefined;
  /** At least one is needed; otherwise none means all day. */
  isRequired?: boolean;
};

const MAX_WINDOWS = 8;

/** Times of day, each offered after the one before it. */
export function WindowsField({ name, label = '시간대', value, onChange, errorOf, isRequired }: WindowsFieldProps) {
  const last = value.at(-1);
  return (
    <RowList
      name={name}
      label={label}
      help={value.length === 0 && !isRequired ? '정하지 않으면 하루 종일입니다.' : undefined}
      error={errorOf(name)}
      rows={value}
      onChange={onChange}
      titleOf={(place) => `${place}번 시간대`}
      offered={
        value.length < MAX_WINDOWS ? { from: last?.to ?? 'sunrise', to: last ? 'sunrise' : 'sunset' } : undefined
      }
      addLabel="시간대 더하기"
    >
      {(window, at, change) => <WindowEnds name={`${name}.${at}`} place={at + 1} {...{ window, change, errorOf }} />}
    </RowList>
  );
}

type WindowEndsProps = Pick<WindowsFieldProps, 'name' | 'errorOf'> & {
  place: number;
  window: DayWindow;
  change: (part: Partial<DayWindow>) => void;
};

/** Begin and end of a time window. */
export function WindowEnds({ name, place, window, change, errorOf }: WindowEndsProps) {
  const prefix = `${place}번 시간대`;
  return (
    <>
      <DayTimeField
        prefix={prefix}
        label="부터"
        name={`${name}.from`}
        value={window.from}
        onChange={(from) => change({ from })}
        error={errorOf(`${name}.from`)}
      />
      <DayTimeField
        prefix={prefix}
        label="까지"
        name={`${name}.to`}
        value={window.to}
        onChange={(to) => change({ to })}
        error={errorOf(`${name}.to`)}
      />
    </>
  );
}

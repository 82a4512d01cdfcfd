import { useState } from 'react';
import { type Condition, usualHysteresis } from '#contract/control/rule/condition.ts';
import { groupingWords } from '#contract/control/rule/condition-text.ts';
import type { ChoiceChannel } from '#contract/control/rule/rule-calls.ts';
import {
  type ChannelTypeName,
  channelTypeNames,
  channelTypes,
  endWords,
  hasEnds,
  isActuator,
} from '#contract/series/sensor-types.ts';
import { ChannelChips, ChannelSelect } from './channel-fields.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { Figure } from './figure.tsx';
import { partsOf } from './parts-of.ts';

type SensorCondition = Extract<Condition, { kind: 'sensor' }>;
type ChangeCondition = Extract<Condition, { kind: 'change' }>;

type FieldsOf<Kind extends Condition> = {
  condition: Kind;
  name: string;
  set: (next: Kind) => void;
  errorOf: (name: string) => string | undefined;
  channels: readonly ChoiceChannel[];
};

const sensorTypes = channelTypeNames.filter((type) => !isActuator(type));
const opWords = { above: '보다 높음', below: '보다 낮음', between: '두 값 사이' } as const;
const changeWords = { rises: '오르면', falls: '내리면' } as const;

/** A condition on the first sensor of the farm; its threshold is open. */
export function newSensorCondition(channels: readonly ChoiceChannel[]): SensorCondition {
  const type = typesOf(channels)[0] ?? 'TEMPERATURE';
  return { kind: 'sensor', by: 'mean', op: 'above', value2: null, forMin: 0, ...onType(type, channels) };
}

/** A condition on a change of the first sensor of the farm. */
export function newChangeCondition(channels: readonly ChoiceChannel[]): ChangeCondition {
  const [sensor = 0] = newSensorCondition(channels).sensors;
  return { kind: 'change', sensor, op: 'falls', by: Number.NaN, withinMin: 10, forMin: 0 };
}

/** Types of the farm's sensors, in the order of the charts. */
function typesOf(channels: readonly ChoiceChannel[]): ChannelTypeName[] {
  return sensorTypes.filter((type) => channels.some((channel) => channel.type === type));
}

/** What a condition asks of sensors of another type: a threshold means nothing in another unit. */
function onType(type: ChannelTypeName, channels: readonly ChoiceChannel[]) {
  const sensor = channels.find((channel) => channel.type === type)?.index ?? 0;
  const asked = { sensors: [sensor], hysteresis: usualHysteresis[type] ?? 0 };
  // Of several detectors one that is wet is enough.
  return hasEnds(type) ? { ...asked, ...atEnd('above'), by: 'max' as const } : { ...asked, value: Number.NaN };
}

/** What a condition asks of a sensor that only knows yes and no. */
const atEnd = (op: 'above' | 'below') => ({ op, value: op === 'above' ? 0 : 1, value2: null });

const typeOf = (sensor: number | undefined, channels: readonly ChoiceChannel[]) =>
  channels.find(({ index }) => index === sensor)?.type;

/** A condition on one or several sensors of a type. */
export function SensorConditionFields({ condition, name, set, errorOf, channels }: FieldsOf<SensorCondition>) {
  const { sensors, op } = condition;
  // Stays while no sensor is chosen.
  const [shown, setShown] = useState(() => typeOf(sensors[0], channels) ?? 'TEMPERATURE');
  const type = typeOf(sensors[0], channels) ?? shown;
  const { unit } = channelTypes[type];
  const at = partsOf(name, errorOf);
  const types = [...new Set([...typesOf(channels), type])];
  return (
    <>
      <ChoiceSelect<string>
        label="무엇"
        name={`${name}.type`}
        error={undefined}
        value={type}
        onChange={(word) => {
          const next = types.find((one) => one === word) ?? type;
          setShown(next);
          set({ ...condition, value2: op === 'between' ? Number.NaN : null, ...onType(next, channels) });
        }}
        words={Object.fromEntries(types.map((one) => [one, channelTypes[one].label]))}
      />
      <ChannelChips
        label="센서"
        isRequired
        {...at('sensors')}
        value={sensors}
        onChange={(next) => {
          setShown(type);
          set({ ...condition, sensors: next });
        }}
        channels={channels}
        types={[type]}
      />
      {sensors.length > 1 && (
        <ChoiceSelect
          label="여러 센서는"
          {...at('by')}
          value={condition.by}
          onChange={(by) => set({ ...condition, by })}
          words={groupingWords}
        />
      )}
      {hasEnds(type) ? (
        <EndField type={type} {...at('op')} condition={condition} set={set} />
      ) : (
        <BoundFields unit={unit} at={at} condition={condition} set={set} />
      )}
    </>
  );
}

type OfCondition = { condition: SensorCondition; set: (next: SensorCondition) => void };

/** Yes or no: rain or none. */
function EndField({
  type,
  condition,
  set,
  ...field
}: OfCondition & Pick<Parameters<typeof Figure>[0], 'name' | 'error'> & { type: ChannelTypeName }) {
  const [off, on] = endWords(type);
  return (
    <ChoiceSelect
      label="이면"
      {...field}
      value={condition.op === 'above' ? 'above' : 'below'}
      onChange={(op) => set({ ...condition, ...atEnd(op) })}
      words={{ above: on, below: off }}
    />
  );
}

/** The threshold, on which side of it, and how far back. */
function BoundFields({ unit, at, condition, set }: OfCondition & { unit: string; at: ReturnType<typeof partsOf> }) {
  const { op, value2 } = condition;
  return (
    <>
      <Figure
        label="기준"
        isRequired
        isSigned
        unit={unit}
        {...at('value')}
        value={condition.value}
        onChange={(value) => set({ ...condition, value })}
      />
      <ChoiceSelect
        label="이면"
        {...at('op')}
        value={op}
        onChange={(next) => set({ ...condition, op: next, value2: next === 'between' ? Number.NaN : null })}
        words={opWords}
      />
      {op === 'between' && (
        <Figure
          label="까지"
          isRequired
          isSigned
          unit={unit}
          {...at('value2')}
          value={value2 ?? Number.NaN}
          onChange={(next) => set({ ...condition, value2: next })}
        />
      )}
      <HysteresisField
        {...at('hysteresis')}
        unit={unit}
        value={condition.hysteresis}
        onChange={(hysteresis) => set({ ...condition, hysteresis })}
      />
    </>
  );
}

type HysteresisFieldProps = Pick<Parameters<typeof Figure>[0], 'name' | 'error' | 'unit' | 'value' | 'onChange'>;

/** How far a value goes back before a condition that was met no longer is. */
export function HysteresisField(props: HysteresisFieldProps) {
  return <Figure label="편차" help="맞은 조건은 이만큼 되돌아와야 풀립니다." {...props} />;
}

/** A condition on how fast the value of a sensor changes. */
export function ChangeConditionFields({ condition, name, set, errorOf, channels }: FieldsOf<ChangeCondition>) {
  const at = partsOf(name, errorOf);
  const type = typeOf(condition.sensor, channels);
  return (
    <>
      <ChannelSelect
        label="센서"
        {...at('sensor')}
        value={condition.sensor}
        onChange={(sensor) => set({ ...condition, sensor })}
        channels={channels}
        types={sensorTypes}
      />
      <Figure
        label="변화"
        isRequired
        {...(type && { unit: channelTypes[type].unit })}
        {...at('by')}
        value={condition.by}
        onChange={(by) => set({ ...condition, by })}
      />
      <Figure
        label="이 시간 안에"
        unit="분"
        {...at('withinMin')}
        value={condition.withinMin}
        onChange={(withinMin) => set({ ...condition, withinMin })}
      />
      <ChoiceSelect
        label="방향"
        {...at('op')}
        value={condition.op}
        onChange={(op) => set({ ...condition, op })}
        words={changeWords}
      />
    </>
  );
}

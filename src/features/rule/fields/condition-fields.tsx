import type { Condition } from '#contract/control/condition.ts';
import type { ChoiceChannel } from '#contract/control/rule-calls.ts';
import { actuatorTypeNames, channelTypeNames, channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { ChannelSelect } from './channel-fields.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { Figure } from './figure.tsx';
import { WindowEnds } from './windows-field.tsx';

const sensorTypes = channelTypeNames.filter((type) => !isActuator(type));

const kindWords = {
  sensor: '센서 값',
  change: '센서 값의 변화',
  indicator: '수증기압차, 이슬점',
  weather: '바깥 날씨',
  forecast: '예보',
  time: '시간대',
  sun: '해 높이',
  actuator: '장비 상태',
} as const;
type Kind = keyof typeof kindWords;

const opWords = { above: '보다 높음', below: '보다 낮음' } as const;
const sensorOpWords = { ...opWords, between: '두 값 사이' } as const;
const indicatorWords = { VPD: '수증기압차 (kPa)', DEW_POINT_GAP: '이슬점까지 (℃)' } as const;
const changeWords = { rises: '오르면', falls: '내리면' } as const;
const stationWords = {
  tempC: '바깥 온도 (℃)',
  humidityPct: '바깥 습도 (%)',
  windMps: '풍속 (m/s)',
  rainMmH: '비 (mm/h)',
  rainTodayMm: '오늘 내린 비 (mm)',
} as const;
const forecastWords = {
  minC: '예보 최저 (℃)',
  maxC: '예보 최고 (℃)',
  rainMm: '예보 강수량 (mm)',
  popPct: '강수 확률 (%)',
  windMps: '예보 풍속 (m/s)',
} as const;
const stateWords = { on: '켜져 있음', off: '꺼져 있음' } as const;

/** A new condition of a kind. */
export function newCondition(kind: Kind, channels: readonly ChoiceChannel[]): Condition {
  const sensor = channels.find(({ type }) => !isActuator(type))?.index ?? 0;
  const actuator = channels.find(({ type }) => isActuator(type))?.index ?? 0;
  switch (kind) {
    case 'sensor':
      return {
        kind,
        sensors: [sensor],
        by: 'mean',
        op: 'above',
        value: Number.NaN,
        value2: null,
        hysteresis: 0.5,
        forMin: 0,
      };
    case 'change':
      return { kind, sensor, op: 'falls', by: Number.NaN, withinMin: 10, forMin: 0 };
    case 'indicator': {
      const areaName = channels.find(({ type }) => type === 'HUMIDITY')?.areaName ?? '';
      return { kind, areaName, indicator: 'VPD', op: 'below', value: Number.NaN, hysteresis: 0.1, forMin: 0 };
    }
    case 'weather':
      return { kind, source: 'station', field: 'rainMmH', op: 'below', value: 0.1, hysteresis: 0, forMin: 0 };
    case 'forecast':
      return { kind, field: 'minC', nextHours: 12, op: 'below', value: Number.NaN, forMin: 0 };
    case 'time':
      return { kind, windows: [{ from: 'sunrise', to: 'sunset' }], forMin: 0 };
    case 'sun':
      return { kind, op: 'above', elevationDeg: 5, forMin: 0 };
    case 'actuator':
      return { kind, channel: actuator, op: 'off', value: 0, forMin: 0 };
  }
}

type ConditionFieldsProps = {
  errorOf: (name: string) => string | undefined;
  channels: readonly ChoiceChannel[];
  condition: Condition;
  place: number;
  name: string;
  set: (next: Condition) => void;
};

/** One condition: its kind, and the fields of that kind. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { condition, name, set, channels } = props;
  return (
    <>
      <ChoiceSelect
        label="종류"
        name={`${name}.kind`}
        error={undefined}
        value={condition.kind}
        onChange={(kind) => set(newCondition(kind, channels))}
        words={kindWords}
      />
      <KindFields {...props} />
      <Figure
        label="이만큼 이어지면"
        unit="분"
        name={`${name}.forMin`}
        error={props.errorOf(`${name}.forMin`)}
        value={condition.forMin}
        onChange={(forMin) => set({ ...condition, forMin })}
      />
    </>
  );
}

function KindFields({ condition, place, name, set, errorOf, channels }: ConditionFieldsProps) {
  const at = (part: string) => ({ name: `${name}.${part}`, error: errorOf(`${name}.${part}`) });
  switch (condition.kind) {
    case 'sensor':
      return <SensorFields {...{ condition, name, set, errorOf, channels }} />;
    case 'change':
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
          <Figure label="변화" {...at('by')} value={condition.by} onChange={(by) => set({ ...condition, by })} />
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
    case 'weather':
      return (
        <>
          <ChoiceSelect
            label="무엇"
            {...at('field')}
            value={condition.field}
            onChange={(field) => set({ ...condition, field })}
            words={stationWords}
          />
          <Threshold {...{ condition, name, errorOf }} set={(part) => set({ ...condition, ...part })} />
        </>
      );
    case 'forecast':
      return (
        <>
          <ChoiceSelect
            label="무엇"
            {...at('field')}
            value={condition.field}
            onChange={(field) => set({ ...condition, field })}
            words={forecastWords}
          />
          <Figure
            label="앞으로"
            unit="시간"
            {...at('nextHours')}
            value={condition.nextHours}
            onChange={(nextHours) => set({ ...condition, nextHours })}
          />
          <Threshold {...{ condition, name, errorOf }} set={(part) => set({ ...condition, ...part })} />
        </>
      );
    case 'time': {
      const [window = { from: 'sunrise', to: 'sunset' }, ...others] = condition.windows;
      return (
        <WindowEnds
          name={`${name}.windows.0`}
          place={place}
          window={window}
          change={(part) => set({ ...condition, windows: [{ ...window, ...part }, ...others] })}
          errorOf={errorOf}
        />
      );
    }
    case 'sun':
      return (
        <Figure
          label="해 높이가 이보다 높음"
          unit="°"
          isSigned
          {...at('elevationDeg')}
          value={condition.elevationDeg}
          onChange={(elevationDeg) => set({ ...condition, elevationDeg })}
        />
      );
    case 'actuator':
      return (
        <>
          <ChannelSelect
            label="장비"
            {...at('channel')}
            value={condition.channel}
            onChange={(channel) => set({ ...condition, channel })}
            channels={channels}
            types={actuatorTypeNames}
          />
          <ChoiceSelect
            label="상태"
            {...at('op')}
            value={condition.op === 'on' ? 'on' : 'off'}
            onChange={(op) => set({ ...condition, op })}
            words={stateWords}
          />
        </>
      );
    case 'indicator':
      return <IndicatorFields {...{ condition, name, set, errorOf, channels }} />;
  }
}

type SensorFieldsProps = Omit<ConditionFieldsProps, 'place'> & { condition: Extract<Condition, { kind: 'sensor' }> };

function SensorFields({ condition, name, set, errorOf, channels }: SensorFieldsProps) {
  const [sensor = 0, ...others] = condition.sensors;
  const type = channels.find(({ index }) => index === sensor)?.type;
  const unit = type && { unit: channelTypes[type].unit };
  return (
    <>
      <ChannelSelect
        label="센서"
        name={`${name}.sensors`}
        error={errorOf(`${name}.sensors`)}
        value={sensor}
        onChange={(next) => set({ ...condition, sensors: [next, ...others] })}
        channels={channels}
        types={sensorTypes}
      />
      <Figure
        label="기준"
        isRequired
        isSigned
        {...unit}
        name={`${name}.value`}
        error={errorOf(`${name}.value`)}
        value={condition.value}
        onChange={(value) => set({ ...condition, value })}
      />
      <ChoiceSelect
        label="이면"
        name={`${name}.op`}
        error={errorOf(`${name}.op`)}
        value={condition.op}
        onChange={(op) => set({ ...condition, op, value2: op === 'between' ? Number.NaN : null })}
        words={sensorOpWords}
      />
      {condition.op === 'between' && (
        <Figure
          label="까지"
          isRequired
          isSigned
          {...unit}
          name={`${name}.value2`}
          error={errorOf(`${name}.value2`)}
          value={condition.value2 ?? Number.NaN}
          onChange={(value2) => set({ ...condition, value2 })}
        />
      )}
    </>
  );
}

type IndicatorFieldsProps = Omit<ConditionFieldsProps, 'place'> & {
  condition: Extract<Condition, { kind: 'indicator' }>;
};

/** A condition on a value derived from temperature and humidity of a house. */
function IndicatorFields({ condition, name, set, errorOf, channels }: IndicatorFieldsProps) {
  const areas = [...new Set(channels.filter(({ type }) => type === 'HUMIDITY').map(({ areaName }) => areaName))];
  const words = Object.fromEntries([...areas, condition.areaName].map((area) => [area, area || '농장 전체']));
  return (
    <>
      <ChoiceSelect
        label="동"
        name={`${name}.areaName`}
        error={errorOf(`${name}.areaName`)}
        value={condition.areaName}
        onChange={(areaName) => set({ ...condition, areaName })}
        words={words}
      />
      <ChoiceSelect
        label="무엇"
        name={`${name}.indicator`}
        error={errorOf(`${name}.indicator`)}
        value={condition.indicator}
        onChange={(indicator) => set({ ...condition, indicator })}
        words={indicatorWords}
      />
      <Threshold {...{ condition, name, errorOf }} set={(part) => set({ ...condition, ...part })} />
    </>
  );
}

type ThresholdProps = Pick<ConditionFieldsProps, 'name' | 'errorOf'> & {
  condition: { op: 'above' | 'below'; value: number };
  set: (part: { op: 'above' | 'below' } | { value: number }) => void;
};

/** The comparison and its threshold. */
function Threshold({ condition: { op, value }, name, errorOf, set }: ThresholdProps) {
  return (
    <>
      <Figure
        label="기준"
        isRequired
        isSigned
        name={`${name}.value`}
        error={errorOf(`${name}.value`)}
        value={value}
        onChange={(next) => set({ value: next })}
      />
      <ChoiceSelect
        label="이면"
        name={`${name}.op`}
        error={errorOf(`${name}.op`)}
        value={op}
        onChange={(next) => set({ op: next })}
        words={opWords}
      />
    </>
  );
}

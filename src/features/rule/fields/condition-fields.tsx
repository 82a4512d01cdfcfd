import { actuatorRows } from '#contract/control/actuator.ts';
import type { Condition } from '#contract/control/rule/condition.ts';
import { forecastWords, indicatorWords, stationWords, thresholdUnit } from '#contract/control/rule/condition-text.ts';
import type { ChoiceChannel } from '#contract/control/rule/rule-calls.ts';
import { actuatorTypeNames, endWords, isActuator } from '#contract/series/sensor-types.ts';
import { OWN_STATION_NAME } from '#contract/weather/weather-text.ts';
import { ChannelSelect } from './channel-fields.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { Figure } from './figure.tsx';
import { partsOf } from './parts-of.ts';
import {
  ChangeConditionFields,
  HysteresisField,
  newChangeCondition,
  newSensorCondition,
  SensorConditionFields,
} from './sensor-condition-fields.tsx';
import { WindowsField } from './windows-field.tsx';

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
const sourceWords = {
  station: `${OWN_STATION_NAME}, 끊기면 공공 관측소`,
  personal: `${OWN_STATION_NAME}만 (끊기면 쉼)`,
} as const;
/** How far a value goes back before a new condition that was met no longer is: about its noise (practical knowledge). */
const weatherHysteresis = { tempC: 0.5, humidityPct: 3, windMps: 0.5, rainMmH: 0, rainTodayMm: 0 } as const;
const indicatorHysteresis = { VPD: 0.1, DEW_POINT_GAP: 0.5 } as const;

/** A new condition of a kind. */
export function newCondition(kind: Kind, channels: readonly ChoiceChannel[]): Condition {
  const actuator = channels.find(({ type }) => isActuator(type))?.index ?? 0;
  switch (kind) {
    case 'sensor':
      return newSensorCondition(channels);
    case 'change':
      return newChangeCondition(channels);
    case 'indicator': {
      const areaName = channels.find(({ type }) => type === 'HUMIDITY')?.areaName ?? '';
      return {
        kind,
        areaName,
        indicator: 'VPD',
        op: 'below',
        value: Number.NaN,
        hysteresis: indicatorHysteresis.VPD,
        forMin: 0,
      };
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
  hasOwnStation: boolean;
  condition: Condition;
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
      {(condition.kind !== 'time' || condition.forMin !== 0) && (
        <Figure
          label="이만큼 이어지면"
          unit="분"
          name={`${name}.forMin`}
          error={props.errorOf(`${name}.forMin`)}
          value={condition.forMin}
          onChange={(forMin) => set({ ...condition, forMin })}
        />
      )}
    </>
  );
}

function KindFields({ condition, ...rest }: ConditionFieldsProps) {
  const { name, set, errorOf } = rest;
  const at = partsOf(name, errorOf);
  switch (condition.kind) {
    case 'sensor':
      return <SensorConditionFields condition={condition} {...rest} />;
    case 'change':
      return <ChangeConditionFields condition={condition} {...rest} />;
    case 'weather':
      return <WeatherFields condition={condition} {...rest} />;
    case 'forecast':
      return (
        <>
          <ChoiceSelect
            label="무엇"
            {...at('field')}
            value={condition.field}
            onChange={(field) => set({ ...condition, field, value: Number.NaN })}
            words={forecastWords}
          />
          <Figure
            label="앞으로"
            unit="시간"
            {...at('nextHours')}
            value={condition.nextHours}
            onChange={(nextHours) => set({ ...condition, nextHours })}
          />
          <Threshold
            {...{ condition, name, errorOf }}
            unit={thresholdUnit(condition)}
            set={(part) => set({ ...condition, ...part })}
          />
        </>
      );
    case 'time':
      return (
        <WindowsField
          name={`${name}.windows`}
          isRequired
          value={condition.windows}
          onChange={(windows) => set({ ...condition, windows })}
          errorOf={errorOf}
        />
      );
    case 'sun':
      return <SunFields condition={condition} {...rest} />;
    case 'actuator':
      return <ActuatorConditionFields condition={condition} {...rest} />;
    case 'indicator':
      return <IndicatorFields condition={condition} {...rest} />;
  }
}

type FieldsOf<Kind extends Condition['kind']> = Omit<ConditionFieldsProps, 'condition' | 'set'> & {
  set: (next: Condition) => void;
  condition: Extract<Condition, { kind: Kind }>;
};

/** A condition on the measured weather; asks for a station only where the farm has one of its own. */
function WeatherFields({ condition, name, set, errorOf, hasOwnStation }: FieldsOf<'weather'>) {
  const at = partsOf(name, errorOf);
  const { source, field } = condition;
  return (
    <>
      <ChoiceSelect
        label="무엇"
        {...at('field')}
        value={field}
        onChange={(next) => set({ ...condition, field: next, value: Number.NaN, hysteresis: weatherHysteresis[next] })}
        words={stationWords}
      />
      {(hasOwnStation || source === 'personal') && (
        <ChoiceSelect
          label="어디서 잰 값"
          {...at('source')}
          value={source}
          onChange={(next) => set({ ...condition, source: next })}
          words={sourceWords}
        />
      )}
      <Threshold
        {...{ condition, name, errorOf }}
        unit={thresholdUnit(condition)}
        set={(part) => set({ ...condition, ...part })}
      />
    </>
  );
}

/** A condition on what equipment does: for a motor also on how far it is open. */
function ActuatorConditionFields({ condition, name, set, errorOf, channels }: FieldsOf<'actuator'>) {
  const { op, channel } = condition;
  const at = partsOf(name, errorOf);
  const type = channels.find(({ index }) => index === channel)?.type;
  const [off, on] = endWords(type ?? 'WATER');
  const isLevel = op === 'above' || op === 'below';
  const isMotor = type !== undefined && isActuator(type) && actuatorRows[type].kind === 'position';
  const levelWords = { above: `이보다 더 ${on}`, below: `이보다 덜 ${on}` };
  return (
    <>
      <ChannelSelect
        label="장비"
        {...at('channel')}
        value={channel}
        onChange={(next) => set({ ...condition, channel: next, op: isLevel ? 'on' : op, value: 0 })}
        channels={channels}
        types={actuatorTypeNames}
      />
      <ChoiceSelect<string>
        label="상태"
        {...at('op')}
        value={op}
        onChange={(next) => {
          const isBound = next === 'above' || next === 'below';
          set({ ...condition, op: isBound ? next : next === 'on' ? 'on' : 'off', value: isBound ? Number.NaN : 0 });
        }}
        words={{ on, off, ...((isMotor || isLevel) && levelWords) }}
      />
      {isLevel && (
        <Figure
          label="기준"
          isRequired
          unit="%"
          {...at('value')}
          value={condition.value}
          onChange={(value) => set({ ...condition, value })}
        />
      )}
    </>
  );
}

function SunFields({ condition, name, set, errorOf }: FieldsOf<'sun'>) {
  const at = partsOf(name, errorOf);
  return (
    <>
      <Figure
        label="해 높이"
        isRequired
        unit="°"
        isSigned
        {...at('elevationDeg')}
        value={condition.elevationDeg}
        onChange={(elevationDeg) => set({ ...condition, elevationDeg })}
      />
      <ChoiceSelect
        label="이면"
        {...at('op')}
        value={condition.op}
        onChange={(op) => set({ ...condition, op })}
        words={opWords}
      />
    </>
  );
}

/** A condition on a value derived from temperature and humidity of a house. */
function IndicatorFields({ condition, name, set, errorOf, channels }: FieldsOf<'indicator'>) {
  const at = partsOf(name, errorOf);
  const areas = [...new Set(channels.filter(({ type }) => type === 'HUMIDITY').map(({ areaName }) => areaName))];
  const words = Object.fromEntries([...areas, condition.areaName].map((area) => [area, area || '농장 전체']));
  return (
    <>
      <ChoiceSelect
        label="동"
        {...at('areaName')}
        value={condition.areaName}
        onChange={(areaName) => set({ ...condition, areaName })}
        words={words}
      />
      <ChoiceSelect
        label="무엇"
        {...at('indicator')}
        value={condition.indicator}
        onChange={(indicator) => {
          const hysteresis = indicatorHysteresis[indicator];
          set({ ...condition, indicator, value: Number.NaN, hysteresis });
        }}
        words={indicatorWords}
      />
      <Threshold
        {...{ condition, name, errorOf }}
        unit={thresholdUnit(condition)}
        set={(part) => set({ ...condition, ...part })}
      />
    </>
  );
}

type ThresholdProps = Pick<ConditionFieldsProps, 'name' | 'errorOf'> & {
  condition: { op: 'above' | 'below'; value: number; hysteresis?: number };
  unit: string;
  set: (part: { op: 'above' | 'below' } | { value: number } | { hysteresis: number }) => void;
};

/** The comparison, its threshold and, where the condition has one, its hysteresis. */
function Threshold({ condition: { op, value, hysteresis }, unit, name, errorOf, set }: ThresholdProps) {
  const at = partsOf(name, errorOf);
  return (
    <>
      <Figure
        label="기준"
        isRequired
        isSigned
        unit={unit}
        {...at('value')}
        value={value}
        onChange={(next) => set({ value: next })}
      />
      <ChoiceSelect label="이면" {...at('op')} value={op} onChange={(next) => set({ op: next })} words={opWords} />
      {hysteresis !== undefined && (
        <HysteresisField
          {...at('hysteresis')}
          unit={unit}
          value={hysteresis}
          onChange={(next) => set({ hysteresis: next })}
        />
      )}
    </>
  );
}

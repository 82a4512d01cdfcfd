import { useId } from 'react';
import type { DeviceRow } from '#contract/device/device.ts';
import type { SensorFields } from '#contract/device/sensor.ts';
import { type ChannelTypeName, channelTypeNames, channelTypes } from '#contract/series/sensor-types.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Combobox } from '#src/ui/field/combobox.tsx';
import { FoldedSection } from '#src/ui/field/folded-section.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { Select } from '#src/ui/field/select.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { fieldLabels } from './sensor-words.tsx';
import { useAreas, useDevices } from './use-likely.ts';

/** The form values of a sensor: null for fields without a choice. */
export type SensorValues = { [Name in keyof SensorFields]: SensorFields[Name] | NullWhere<Name> };
type NullWhere<Name> = Name extends 'deviceIndex' | 'type' | 'intervalMs' ? null : never;

const typeChoices = channelTypeNames.map((type) => ({
  value: type,
  label: channelTypes[type].label,
  detail: channelTypes[type].unit,
}));

type SensorFieldSetProps = {
  form: Pick<FormHandle<SensorValues>, 'field' | 'text' | 'values' | 'set' | 'problems'>;
  /** Only devices of this farm can be chosen; null: of all farms. */
  farmIndex: number | null;
  /** The sensor has readings: its type cannot be changed any more. */
  isTypeFixed: boolean;
  /** Device and code are known: the fields for them are collapsed. */
  isKnown?: boolean;
};

export function SensorFieldSet({ form, farmIndex, isTypeFixed, isKnown = false }: SensorFieldSetProps) {
  const { type, name, deviceIndex } = form.values;
  const devices = useDevices(farmIndex) ?? [];
  const areasId = useId();
  const areas = useAreas(devices.find(({ index }) => index === deviceIndex)?.farmIndex ?? farmIndex);
  const reception = <ReceptionFields form={form} devices={devices} />;
  function handleType(next: ChannelTypeName) {
    form.set('type', next);
    // The type's name is the default name until the user types another.
    if (name === '' || (type !== null && name === channelTypes[type].label)) form.set('name', channelTypes[next].label);
  }
  return (
    <TwoColumns
      beside={
        isKnown ? (
          <FoldedSection
            title="더 정하기"
            lead="장치, 코드, 보고 간격, 있을 수 있는 범위"
            isNeeded={foldedFields.some((field) => form.problems[field] !== undefined)}
          >
            {reception}
            <RangeFields form={form} />
          </FoldedSection>
        ) : (
          <>
            <FormSection title="어떻게 받는지">{reception}</FormSection>
            <FormSection title="있을 수 있는 범위">
              <RangeFields form={form} />
            </FormSection>
          </>
        )
      }
    >
      <FormSection title="무엇을 어디서">
        <Select
          label={fieldLabels.type}
          isRequired
          {...form.field('type')}
          onChange={handleType}
          choices={typeChoices.map((choice) => ({ ...choice, isDisabled: isTypeFixed && choice.value !== type }))}
          placeholder="종류 고르기"
          help={isTypeFixed ? '이미 받은 값이 있어 종류를 바꿀 수 없습니다.' : undefined}
        />
        <TextField
          label={fieldLabels.areaName}
          isRequired
          {...form.text('areaName')}
          maxLength={40}
          placeholder="1동"
          list={areasId}
          help="화면에서 같은 위치끼리 묶어 보여 드립니다. 옮겨 달았으면 여기를 고쳐 주세요. 지난 기록은 이어집니다."
        />
        <datalist id={areasId}>
          {areas.map((area) => (
            <option key={area} value={area} />
          ))}
        </datalist>
        <TextField label={fieldLabels.name} isRequired {...form.text('name')} maxLength={60} placeholder="내부 온도" />
      </FormSection>
    </TwoColumns>
  );
}

const foldedFields = ['deviceIndex', 'code', 'intervalMs', 'plausibleMin', 'plausibleMax'] as const;

type ReceptionFieldsProps = Pick<SensorFieldSetProps, 'form'> & { devices: readonly DeviceRow[] };

function ReceptionFields({ form, devices }: ReceptionFieldsProps) {
  const interval = form.field('intervalMs');
  const farms = new Set(devices.map((device) => device.farmIndex));
  return (
    <>
      <Combobox
        label={fieldLabels.deviceIndex}
        isRequired
        {...form.field('deviceIndex')}
        choices={devices.map(({ index, name, code, farmName }) => ({
          value: index,
          label: farms.size > 1 ? `${farmName} ${name}` : name,
          detail: code,
        }))}
        placeholder="장치 고르기"
      />
      <TextField
        label={fieldLabels.code}
        isRequired
        {...form.text('code')}
        maxLength={40}
        placeholder="temp"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        help="장치가 이 값을 보낼 때 붙이는 이름입니다."
      />
      <NumberField
        label={fieldLabels.intervalMs}
        isRequired
        {...interval}
        value={interval.value === null ? null : interval.value / SECOND_MS}
        onChange={(seconds) => interval.onChange(seconds === null ? null : Math.round(seconds * SECOND_MS))}
        unit="초"
        help="세 번 거르면 수신이 끊긴 것으로 알려 드립니다."
      />
    </>
  );
}

function RangeFields({ form }: Pick<SensorFieldSetProps, 'form'>) {
  const { type } = form.values;
  const chosen = type === null ? undefined : channelTypes[type];
  const [min, max] = chosen?.plausible ?? [];
  const own = chosen && `${chosen.label}의 기본 범위(${formatNumber(min, 0)} ~ ${formatNumber(max, 0)} ${chosen.unit})`;
  const shared = { isSigned: true, ...(chosen && { unit: chosen.unit }) };
  return (
    <>
      <p className="text-ink-soft">
        범위를 벗어난 값은 저장하되 표시하고 통계에서 뺍니다. 비워 두면 {own ?? '종류의 기본 범위'}로 봅니다. 바꾼 뒤에
        들어오는 값부터 적용합니다.
      </p>
      <NumberField
        label={fieldLabels.plausibleMin}
        {...form.field('plausibleMin')}
        {...shared}
        placeholder={min === undefined ? '' : String(min)}
      />
      <NumberField
        label={fieldLabels.plausibleMax}
        {...form.field('plausibleMax')}
        {...shared}
        placeholder={max === undefined ? '' : String(max)}
      />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { manageDevices } from '#contract/device/device.ts';
import type { SensorFields } from '#contract/device/sensor.ts';
import { targetList } from '#contract/monitor/monitor.ts';
import { channelTypeNames, channelTypes } from '#contract/series/sensor-types.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { MAX_PAGE_SIZE } from '#contract/wire/list.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import type { FormHandle } from '#src/lib/use-form.ts';
import { Combobox } from '#src/ui/field/combobox.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { Select } from '#src/ui/field/select.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { fieldLabels } from './sensor-words.tsx';

/** A sensor while it is written down: what is not chosen yet is null. */
export type SensorValues = { [Name in keyof SensorFields]: SensorFields[Name] | NullWhere<Name> };
type NullWhere<Name> = Name extends 'deviceIndex' | 'type' | 'intervalMs' ? null : never;

const typeChoices = channelTypeNames.map((type) => ({
  value: type,
  label: channelTypes[type].label,
  detail: channelTypes[type].unit,
}));

type SensorFieldSetProps = {
  form: Pick<FormHandle<SensorValues>, 'field' | 'text' | 'values' | 'set'>;
  /** Only devices of this farm can be chosen; null: of any. */
  farmIndex: number | null;
  /** Values have come in: what they are can no longer be changed. */
  isTypeFixed: boolean;
};

/** What is written down about a sensor or an actuator. */
export function SensorFieldSet({ form, farmIndex, isTypeFixed }: SensorFieldSetProps) {
  const { type, deviceIndex } = form.values;
  const devices = useDevices(farmIndex);
  const areasId = useId();
  const areas = useAreas(devices.find(({ index }) => index === deviceIndex)?.farmIndex ?? farmIndex);
  const interval = form.field('intervalMs');
  const farms = new Set(devices.map((device) => device.farmIndex));
  return (
    <>
      <FormSection title="무엇을 어디서">
        <TextField label={fieldLabels.name} isRequired {...form.text('name')} maxLength={60} placeholder="내부 온도" />
        <Select
          label={fieldLabels.type}
          isRequired
          {...form.field('type')}
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
      </FormSection>
      <FormSection title="어떻게 받는지">
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
          help="장치가 보내는 메시지에서 이 값을 부르는 이름입니다."
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
      </FormSection>
      <RangeFields form={form} />
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
    <FormSection
      title="있을 수 있는 범위"
      lead={`범위를 벗어난 값은 저장하되 표시하고 통계에서 뺍니다. 비워 두면 ${own ?? '종류의 기본 범위'}로 봅니다. 바꾼 뒤에 들어오는 값부터 적용합니다.`}
    >
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
    </FormSection>
  );
}

/** Devices to which the user may hang something. */
function useDevices(farmIndex: number | null) {
  const devices = useQuery(
    readQuery(manageDevices, { query: { size: MAX_PAGE_SIZE, farmIndex: farmIndex ?? undefined } }),
  );
  return (devices.data?.value.rows ?? []).filter(({ right }) => right !== 'read');
}

/** Places that have been named on the farm already. */
function useAreas(farmIndex: number | null): string[] {
  const targets = useQuery({
    ...readQuery(targetList, { query: { farmIndex: farmIndex ?? 0 } }),
    enabled: farmIndex !== null,
  });
  const { sensors = [], devices = [] } = targets.data?.value ?? {};
  return [...new Set([...sensors, ...devices].map(({ areaName }) => areaName))];
}

import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { equipmentOf } from '#contract/control/rule/rule-equipment.ts';
import type { WaterTime } from '#contract/control/rule/water-time.ts';
import { DAY_MS, seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { DateField } from '#src/ui/field/date-field.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { ChannelSelect } from './channel-fields.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { DayTimeField } from './day-time-field.tsx';
import { Figure } from './figure.tsx';
import { RowList } from './row-list.tsx';
import { MoreFields, NameFields, UseFields, WhenFields } from './shared-fields.tsx';

type WaterTimeFieldsProps = { form: FormHandle<WaterTime>; choices: RuleChoices };

const unitWords = { minutes: '분', litres: 'L', tonPer10a: '10a당 톤', calendar: '생육 달력 물 양의 %' } as const;
const amountUnits = { minutes: '분', litres: 'L', tonPer10a: '톤', calendar: '%' } as const;

const folded = {
  names: ['minAirC', 'catchUpMin', 'maxWaitMin', 'delayUntil', 'rainSkip'],
  lead: '추위, 비, 쉬기, 놓쳤을 때',
};

/** The fields of a rule for irrigation by time, in the order of its sentence. */
export function WaterTimeFieldSet({ form, choices }: WaterTimeFieldsProps) {
  const { values, errorOf } = form;
  const starts = form.field('starts');
  // A rule from before may have it for a covered house, and then must be able to give it up.
  const mayRain = values.rainSkip !== null || equipmentOf(choices, values.cropId).isOpenField;
  return (
    <>
      <NameFields form={form} choices={choices} example="아침 관수" />
      <FormSection title="시작">
        <RowList
          name="starts"
          label="시작 시각"
          error={starts.error}
          rows={starts.value.map((at) => ({ at }))}
          onChange={(rows) => starts.onChange(rows.map(({ at }) => at))}
          titleOf={(place) => `${place}번 시작`}
          offered={starts.value.length < 8 ? { at: '06:30' } : undefined}
          addLabel="시작 시각 더하기"
        >
          {(row, at, change) => (
            <DayTimeField
              prefix={`${at + 1}번 시작`}
              label="시각"
              name={`starts.${at}`}
              value={row.at}
              onChange={(next) => change({ at: next })}
              error={errorOf(`starts.${at}`)}
            />
          )}
        </RowList>
        <NumberField
          label="며칠마다"
          unit="일"
          help="비우면 아래에서 고른 요일에 줍니다."
          {...form.field('everyDays')}
        />
        {values.everyDays !== null && <DateField label="세기 시작할 날" isRequired {...form.field('anchorOn')} />}
      </FormSection>
      <FormSection title="주기">
        <ChoiceSelect label="단위" {...form.field('unit')} words={unitWords} />
        <StepRows form={form} choices={choices} />
        <Figure label="나누어 주기" unit="번" {...form.field('cycles')} />
        {values.cycles > 1 && <Figure label="스며드는 시간" unit="분" {...form.field('soakMin')} />}
        <Figure label="물 예산" unit="%" help="모든 구역의 양에 곱합니다." {...form.field('budgetPct')} />
        <MonthBudgets form={form} />
      </FormSection>
      <WhenFields form={form} choices={choices} />
      <MoreFields form={form} choices={choices} own={folded}>
        <Figure label="추우면 건너뛰기" unit="℃" isSigned {...form.field('minAirC')} />
        <Figure
          label="놓쳤을 때"
          unit="분"
          help="서버가 멈춰 있었다면 이만큼 늦게까지는 줍니다."
          {...form.field('catchUpMin')}
        />
        <Figure label="차례 기다림" unit="분" {...form.field('maxWaitMin')} />
        <RestUntil form={form} />
        {mayRain && <RainSkip form={form} />}
      </MoreFields>
      <UseFields form={form} />
    </>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** The budget of each month, where the year is not all one. */
function MonthBudgets({ form }: Pick<WaterTimeFieldsProps, 'form'>) {
  const { value, onChange, name, error } = form.field('monthBudgets');
  return (
    <>
      <Switch
        label="달마다 다르게"
        help="그달의 %를 물 예산에 한 번 더 곱합니다. 0이면 그달에는 주지 않습니다."
        name={name}
        error={error}
        value={value !== null}
        onChange={(isOn) => onChange(isOn ? MONTHS.map(() => 100) : null)}
      />
      {value && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {MONTHS.map((month) => (
            <Figure
              key={month}
              label={`${month}월`}
              unit="%"
              name={`monthBudgets.${month - 1}`}
              error={form.errorOf(`monthBudgets.${month - 1}`)}
              value={value[month - 1] ?? 100}
              onChange={(typed) => onChange(value.map((one, at) => (at === month - 1 ? typed : one)))}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** A pause: no irrigation up to and including the chosen day. */
function RestUntil({ form }: Pick<WaterTimeFieldsProps, 'form'>) {
  const { value, onChange, ...field } = form.field('delayUntil');
  return (
    <DateField
      label="이날까지 관수 쉬기"
      {...field}
      value={value === null ? null : seoulDate(Date.parse(value) - 1)}
      onChange={(day) => onChange(day === null ? null : new Date(startOfSeoulDate(day) + DAY_MS).toISOString())}
    />
  );
}

const RAIN = { pastHours: 24, pastMm: 5, nextHours: 12, nextMm: 5 } as const;

/** Skips irrigation after rain, for valves outdoors. */
function RainSkip({ form }: Pick<WaterTimeFieldsProps, 'form'>) {
  const { value, onChange, name, error } = form.field('rainSkip');
  const figure = (part: keyof typeof RAIN, skip: NonNullable<typeof value>) => ({
    name: `rainSkip.${part}`,
    error: form.errorOf(`rainSkip.${part}`),
    value: skip[part],
    onChange: (typed: number) => onChange({ ...skip, [part]: typed }),
  });
  return (
    <>
      <Switch
        label="비 오면 건너뛰기"
        help="비를 모를 때는 건너뛰지 않고 주며, 판단 기록에 그렇게 남깁니다."
        name={name}
        error={error}
        value={value !== null}
        onChange={(isOn) => onChange(isOn ? RAIN : null)}
      />
      {value && (
        <div className="grid grid-cols-2 gap-3">
          <Figure label="지난" unit="시간" {...figure('pastHours', value)} />
          <Figure label="내린 비" unit="mm" {...figure('pastMm', value)} />
          <Figure label="앞으로" unit="시간" {...figure('nextHours', value)} />
          <Figure label="예보된 비" unit="mm" {...figure('nextMm', value)} />
        </div>
      )}
    </>
  );
}

function StepRows({ form, choices }: WaterTimeFieldsProps) {
  const { errorOf } = form;
  const steps = form.field('steps');
  const valves = choices.channels.filter(({ type }) => type === 'WATER');
  const free = valves.find(({ index }) => !steps.value.some(({ valve }) => valve === index));
  const amount = steps.value.at(-1)?.amount ?? 10;
  return (
    <RowList
      name="steps"
      label="구역 순서"
      error={steps.error}
      rows={steps.value}
      onChange={steps.onChange}
      titleOf={(place) => `${place}번 구역`}
      offered={steps.value.length < 16 && free ? { valve: free.index, amount } : undefined}
      addLabel="구역 더하기"
    >
      {(step, at, change) => (
        <>
          <ChannelSelect
            label="밸브"
            name={`steps.${at}.valve`}
            error={errorOf(`steps.${at}.valve`)}
            value={step.valve}
            onChange={(valve) => change({ valve })}
            channels={valves}
            types={['WATER']}
          />
          <Figure
            label="양"
            isRequired
            unit={amountUnits[form.values.unit]}
            name={`steps.${at}.amount`}
            error={errorOf(`steps.${at}.amount`)}
            value={step.amount}
            onChange={(next) => change({ amount: next })}
          />
        </>
      )}
    </RowList>
  );
}

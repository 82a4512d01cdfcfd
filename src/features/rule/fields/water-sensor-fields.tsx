import { groupingWords } from '#contract/control/rule/condition-text.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import type { Dose, WaterSensor } from '#contract/control/rule/water-sensor.ts';
import { minutesPhrase } from '#contract/control/words/phrases-text.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { ChannelChips, ChannelSelect } from './channel-fields.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { Figure } from './figure.tsx';
import { RowList } from './row-list.tsx';
import { MoreFields, NameFields, UseFields, WhenFields } from './shared-fields.tsx';

type WaterSensorFieldsProps = { form: FormHandle<WaterSensor>; choices: RuleChoices };

const { max: _, ...byWords } = groupingWords;
const amountWords = { minutes: '분', litres: 'L' } as const;

const folded = {
  names: ['maxPulses', 'restMin', 'minRisePct', 'stepAfterDryDays', 'minAirC'],
  lead: '한 번에 최대, 쉬기, 추위',
};

/** The fields of a rule for irrigation by soil moisture, in the order of its sentence. */
export function WaterSensorFieldSet({ form, choices }: WaterSensorFieldsProps) {
  const { values } = form;
  return (
    <>
      <NameFields form={form} choices={choices} example="2동 수분 관수" />
      <FormSection title="마르면" lead="이만큼 마른 때가 이어지면 시작해, 이만큼 젖으면 끝냅니다.">
        <ChannelChips
          label="토양 수분 센서"
          isRequired
          {...form.field('sensors')}
          channels={choices.channels}
          types={['SOIL_MOISTURE']}
        />
        {values.sensors.length > 1 && <ChoiceSelect label="여러 센서는" {...form.field('by')} words={byWords} />}
        <Figure label="시작점" isRequired unit="%" {...form.field('fromPct')} />
        <Figure label="끝점" isRequired unit="%" {...form.field('toPct')} />
        <Figure label="이만큼 이어지면" unit="분" {...form.field('forMin')} />
      </FormSection>
      <FormSection title="주기">
        <DoseRows form={form} choices={choices} />
        <Figure label="스며드는 시간" unit="분" help="이만큼 쉬고 수분을 다시 봅니다." {...form.field('soakMin')} />
        <DailyMax form={form} />
      </FormSection>
      <WhenFields form={form} choices={choices} />
      <MoreFields form={form} choices={choices} own={folded}>
        <Figure label="한 번에 최대" unit="번" {...form.field('maxPulses')} />
        <Figure label="다음까지 쉬기" unit="분" help={lengthOf(values.restMin)} {...form.field('restMin')} />
        <Figure
          label="최소 오름"
          unit="%"
          help="두 번 주어도 이만큼 오르지 않으면 센서나 밸브가 잘못된 것으로 보고 쉽니다."
          {...form.field('minRisePct')}
        />
        <NumberField
          label="가뭄 뒤 나누어 주기"
          unit="일"
          help="이만큼 말랐다면 세 번에 나누어 줍니다 (열과 방지). 비우면 나누지 않습니다."
          {...form.field('stepAfterDryDays')}
        />
        <Figure label="추우면 쉬기" unit="℃" isSigned {...form.field('minAirC')} />
      </MoreFields>
      <UseFields form={form} />
    </>
  );
}

/** A long time in hours and days: 720 minutes say little. */
const lengthOf = (minutes: number) => (minutes >= 60 ? minutesPhrase(minutes) : undefined);

const litresOf = (step: Dose) => ('doseLitres' in step ? step.doseLitres : Number.NaN);

function DoseRows({ form, choices }: WaterSensorFieldsProps) {
  const { field, errorOf } = form;
  const steps = field('steps');
  const valves = choices.channels.filter(({ type }) => type === 'WATER');
  const free = valves.find(({ index }) => !steps.value.some(({ valve }) => valve === index));
  return (
    <RowList<Dose>
      name="steps"
      label="구역"
      error={steps.error}
      rows={steps.value}
      onChange={steps.onChange}
      titleOf={(place) => `${place}번 구역`}
      offered={steps.value.length < 8 && free ? { valve: free.index, doseMin: 10 } : undefined}
      addLabel="구역 더하기"
    >
      {(step, at) => {
        const set = (next: Dose) => steps.onChange(steps.value.map((one, i) => (i === at ? next : one)));
        const byMinutes = 'doseMin' in step;
        return (
          <>
            <ChannelSelect
              label="밸브"
              name={`steps.${at}.valve`}
              error={errorOf(`steps.${at}.valve`)}
              value={step.valve}
              onChange={(valve) => set({ ...step, valve })}
              channels={valves}
              types={['WATER']}
            />
            <div className="grid grid-cols-2 gap-3">
              <Figure
                label="한 번 양"
                isRequired
                name={byMinutes ? `steps.${at}.doseMin` : `steps.${at}.doseLitres`}
                error={errorOf(byMinutes ? `steps.${at}.doseMin` : `steps.${at}.doseLitres`)}
                value={byMinutes ? step.doseMin : litresOf(step)}
                onChange={(amount) =>
                  set(byMinutes ? { valve: step.valve, doseMin: amount } : { valve: step.valve, doseLitres: amount })
                }
              />
              <ChoiceSelect
                label="단위"
                name={`steps.${at}.unit`}
                error={undefined}
                value={byMinutes ? 'minutes' : 'litres'}
                onChange={(unit) =>
                  set(
                    unit === 'minutes'
                      ? { valve: step.valve, doseMin: 10 }
                      : { valve: step.valve, doseLitres: Number.NaN },
                  )
                }
                words={amountWords}
              />
            </div>
          </>
        );
      }}
    </RowList>
  );
}

/** The daily limit in minutes or litres; required for irrigation. */
function DailyMax({ form }: Pick<WaterSensorFieldsProps, 'form'>) {
  const { value, onChange, error } = form.field('dailyMax');
  const byMinutes = 'minutes' in value;
  const name = byMinutes ? 'dailyMax.minutes' : 'dailyMax.litres';
  return (
    <div data-field="dailyMax" className="grid grid-cols-2 gap-3 sm:max-w-md">
      <Figure
        label="하루 최대"
        isRequired
        name={name}
        error={form.errorOf(name) ?? error}
        value={byMinutes ? value.minutes : value.litres}
        onChange={(most) => onChange(byMinutes ? { minutes: most } : { litres: most })}
      />
      <ChoiceSelect
        label="단위"
        name="dailyMax.unit"
        error={undefined}
        value={byMinutes ? 'minutes' : 'litres'}
        onChange={(unit) => onChange(unit === 'minutes' ? { minutes: Number.NaN } : { litres: Number.NaN })}
        words={amountWords}
      />
    </div>
  );
}

import { actuatorRows } from '#contract/control/actuator.ts';
import type { ReservationComposite } from '#contract/control/rule/reservation-composite.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { type ActuatorTypeName, actuatorTypeNames, isActuator } from '#contract/series/sensor-types.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { ChannelSelect } from './channel-fields.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { ConditionRows } from './condition-rows.tsx';
import { Figure } from './figure.tsx';
import { RowList } from './row-list.tsx';
import { MoreFields, NameFields, UseFields, WhenFields } from './shared-fields.tsx';

type CompositeFieldsProps = { form: FormHandle<ReservationComposite>; choices: RuleChoices };

const triggerWords = { while: '조건이 맞는 동안', when: '조건이 맞게 되는 순간 한 번' } as const;
const folded = { names: ['cooldownMin', 'maxPerDay'], lead: '다시 하기까지, 하루 최대' };

/** Without types that run only together with valves. */
const movable: readonly ActuatorTypeName[] = actuatorTypeNames
  .filter(isActuator)
  .filter((type) => !actuatorRows[type].isUpstreamOnly);

/** What may be moved is offered first, and a heater last: nobody is to heat by an oversight. */
const readiness = ({ type, settings }: RuleChoices['channels'][number]) =>
  (type === 'HEATER' ? 0 : 2) + Number(settings?.isCommanded === true);

/** Actions on conditions, in the order of the rule's sentence. */
export function CompositeFieldSet({ form, choices }: CompositeFieldsProps) {
  const when = form.field('when');
  return (
    <>
      <NameFields form={form} choices={choices} example="아침 결로" />
      <FormSection title="조건">
        <ConditionRows
          value={when.value}
          onChange={when.onChange}
          errorOf={form.errorOf}
          channels={choices.channels}
          hasOwnStation={choices.hasOwnStation}
        />
        <ChoiceSelect label="움직이는 때" {...form.field('trigger')} words={triggerWords} />
      </FormSection>
      <FormSection title="할 일">
        <ActionRows form={form} choices={choices} />
      </FormSection>
      <WhenFields form={form} choices={choices} />
      <MoreFields form={form} choices={choices} own={folded}>
        <Figure label="다시 하기까지" unit="분" {...form.field('cooldownMin')} />
        <Figure label="하루 최대" unit="번" {...form.field('maxPerDay')} />
      </MoreFields>
      <UseFields form={form} />
    </>
  );
}

function ActionRows({ form, choices }: CompositeFieldsProps) {
  const { errorOf } = form;
  const actions = form.field('actions');
  const [first] = choices.channels
    .filter(({ type }) => isActuator(type) && movable.includes(type))
    .toSorted((one, other) => readiness(other) - readiness(one));
  return (
    <RowList
      name="actions"
      label="할 일"
      error={actions.error}
      rows={actions.value}
      onChange={actions.onChange}
      titleOf={(place) => `${place}번 일`}
      offered={
        first && actions.value.length < 8
          ? { channel: first.index, levelPct: 100, forSec: 600, litres: null, afterSec: 0 }
          : undefined
      }
      addLabel="할 일 더하기"
    >
      {(action, at, change) => {
        const field = (name: keyof typeof action) => ({
          name: `actions.${at}.${name}`,
          error: errorOf(`actions.${at}.${name}`),
        });
        const isValve = (channel: number) => choices.channels.find(({ index }) => index === channel)?.type === 'WATER';
        return (
          <>
            <ChannelSelect
              label="장비"
              {...field('channel')}
              value={action.channel}
              onChange={(channel) => change(isValve(channel) ? { channel, levelPct: 100 } : { channel })}
              channels={choices.channels}
              types={movable}
            />
            <Figure
              label="세기나 열림"
              unit="%"
              help={isValve(action.channel) ? '물을 주려면 100입니다.' : '켜기는 100, 끄기는 0입니다.'}
              {...field('levelPct')}
              value={action.levelPct}
              onChange={(levelPct) => change({ levelPct })}
            />
            <NumberField
              label="얼마 동안"
              unit="분"
              {...field('forSec')}
              value={action.forSec === null ? null : action.forSec / 60}
              onChange={(minutes) => change({ forSec: minutes === null ? null : Math.round(minutes * 60) })}
            />
            {isValve(action.channel) && (
              <NumberField
                label="물 양"
                unit="L"
                help="비우면 시간으로 줍니다."
                {...field('litres')}
                value={action.litres}
                onChange={(litres) => change({ litres })}
              />
            )}
            <Figure
              label="조건이 맞고 나서"
              unit="초 뒤"
              {...field('afterSec')}
              value={action.afterSec}
              onChange={(afterSec) => change({ afterSec })}
            />
          </>
        );
      }}
    </RowList>
  );
}

import { reservationComposite } from '#contract/control/rule/reservation-composite.ts';
import { reservationGhg } from '#contract/control/rule/reservation-ghg.ts';
import { reservationTarget } from '#contract/control/rule/reservation-target.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import { waterSensor } from '#contract/control/rule/water-sensor.ts';
import { waterTime } from '#contract/control/rule/water-time.ts';
import { CompositeFieldSet } from './fields/composite-fields.tsx';
import { GhgFieldSet } from './fields/ghg-fields.tsx';
import { TargetFieldSet } from './fields/target-fields.tsx';
import { WaterSensorFieldSet } from './fields/water-sensor-fields.tsx';
import { WaterTimeFieldSet } from './fields/water-time-fields.tsx';
import { RuleForm, type RuleFormFrame } from './rule-form.tsx';
import { TargetGuidance } from './target-guidance.tsx';

/** The form of a rule with the fields of its family. */
export function RuleFormOf({ fields, ...frame }: RuleFormFrame & { fields: RuleFields }) {
  const { choices } = frame;
  switch (fields.family) {
    case 'water-sensor':
      return (
        <RuleForm {...frame} initial={fields} schema={waterSensor}>
          {(form) => <WaterSensorFieldSet form={form} choices={choices} />}
        </RuleForm>
      );
    case 'water-time':
      return (
        <RuleForm {...frame} initial={fields} schema={waterTime}>
          {(form) => <WaterTimeFieldSet form={form} choices={choices} />}
        </RuleForm>
      );
    case 'reservation-target':
      return (
        <RuleForm {...frame} initial={fields} schema={reservationTarget}>
          {(form) => (
            <TargetFieldSet
              form={form}
              choices={choices}
              guidance={<TargetGuidance rule={form.values} farmIndex={frame.farmIndex} now={frame.now} />}
            />
          )}
        </RuleForm>
      );
    case 'reservation-composite':
      return (
        <RuleForm {...frame} initial={fields} schema={reservationComposite}>
          {(form) => <CompositeFieldSet form={form} choices={choices} />}
        </RuleForm>
      );
    case 'reservation-ghg':
      return (
        <RuleForm {...frame} initial={fields} schema={reservationGhg}>
          {(form) => <GhgFieldSet form={form} choices={choices} />}
        </RuleForm>
      );
  }
}

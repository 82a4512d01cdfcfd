import { type ActuatorSettings, actuatorRows, actuatorSettings, fullWaySec } from '#contract/control/actuator.ts';
import { updateActuator } from '#contract/control/control-calls.ts';
import { secondsPhrase } from '#contract/control/words/phrases-text.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { showToast } from '#src/lib/toasts.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { FoldedSection } from '#src/ui/field/folded-section.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import type { ActuatorNow } from '../control-words.tsx';
import { AroundFields, type Neighbours, WaterLineFields } from './actuator-line-fields.tsx';
import { settingLabels, settingWords } from './actuator-words.tsx';
import { TravelField } from './travel-field.tsx';

type ActuatorFormProps = { actuator: ActuatorNow; neighbours: Neighbours; onClose: () => void };
type SettingsForm = FormHandle<ActuatorSettings>;

/** The settings of one actuator that a grower may change. */
export function ActuatorForm({ actuator, neighbours, onClose }: ActuatorFormProps) {
  const { type, channel, settings, name } = actuator;
  const { attempt } = useSave(updateActuator);
  const { form, conflict, draft } = useEntryForm<ActuatorSettings, { message: string }>({
    name: `actuator ${channel}`,
    initial: settings,
    schema: actuatorSettings(type),
    send: (mine, base) => attempt({ params: { id: channel }, body: { ...mine, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      onClose();
    },
  });
  if (conflict) {
    const words = (field: keyof ActuatorSettings, values: ActuatorSettings) =>
      settingWords(type, field, values, neighbours.nameOf);
    return <EntryConflictPanel {...conflict} labels={settingLabels} wordsOf={words} />;
  }
  const isMotor = actuatorRows[type].kind === 'position';
  const late = ['stepPct', 'deadbandPct', 'holdSec', 'maxStartsPerHour', 'onLinkLost', 'leadSec'] as const;
  const folded = isMotor ? ([...late, 'maxRunSec'] as const) : late;
  return (
    <Form
      form={form}
      draft={draft}
      label={`${name} 설정`}
      actions={<FormActions isBusy={form.isBusy} onCancel={onClose} isInPlace />}
    >
      <FormSection>
        <Switch
          label={settingLabels.isCommanded}
          {...form.field('isCommanded')}
          help="허용하면 서버가 규칙과 직접 조작에 따라 이 장비를 움직입니다. 한도는 제어기도 지킵니다."
        />
        {isMotor ? <MotorFields form={form} /> : <RunFields form={form} />}
        {type === 'WATER' && <WaterLineFields form={form} neighbours={neighbours} actuator={actuator} />}
      </FormSection>
      <FoldedSection
        title="더 보기"
        lead="자리, 연결이 끊겼을 때, 세부 한도"
        isNeeded={folded.some((one) => form.errorOf(one))}
      >
        <AroundFields form={form} type={type} />
        {isMotor ? (
          <>
            <Amount form={form} name="stepPct" unit="%" />
            <Amount form={form} name="deadbandPct" unit="%" />
            <Amount form={form} name="holdSec" unit="초" />
            <Amount form={form} name="maxRunSec" unit="초" />
            <Amount form={form} name="restPct" unit="%" />
          </>
        ) : (
          <Amount form={form} name="maxStartsPerHour" unit="번" />
        )}
        {type === 'WATER' && <Amount form={form} name="leadSec" unit="초" />}
      </FoldedSection>
    </Form>
  );
}

type AmountName = {
  [Name in keyof ActuatorSettings]: ActuatorSettings[Name] extends number ? Name : never;
}[keyof ActuatorSettings];

/** A number that every actuator has: NaN while empty, so that the schema refuses it. */
function Amount({ form, name, unit }: { form: SettingsForm; name: AmountName; unit: string }) {
  const { value, onChange, ...field } = form.field(name);
  return (
    <NumberField
      label={settingLabels[name]}
      unit={unit}
      help={unit === '초' ? longWords(value) : undefined}
      {...field}
      value={Number.isNaN(value) ? null : value}
      onChange={(typed) => onChange(typed ?? Number.NaN)}
    />
  );
}

/** What so many seconds are to a grower; nothing below a minute, where seconds say it. */
function longWords(seconds: number | null): string | undefined {
  return seconds !== null && seconds >= 60 ? `${secondsPhrase(seconds)}입니다.` : undefined;
}

function RunFields({ form }: { form: SettingsForm }) {
  const daily = form.field('maxDailySec');
  return (
    <>
      <Amount form={form} name="maxRunSec" unit="초" />
      <NumberField
        label={settingLabels.maxDailySec}
        unit="초"
        {...daily}
        help={longWords(daily.value) ?? '비워 두면 하루 최대가 없습니다.'}
      />
      <Amount form={form} name="minOnSec" unit="초" />
      <Amount form={form} name="minOffSec" unit="초" />
    </>
  );
}

function MotorFields({ form }: { form: SettingsForm }) {
  const { values } = form;
  const travel = (name: 'travelOpenSec' | 'travelCloseSec') => ({
    ...form.field(name),
    onChange(seconds: number | null) {
      form.set(name, seconds);
      // The maximum follows as long as nobody has set it apart.
      if (values.maxRunSec === fullWaySec(values)) form.set('maxRunSec', fullWaySec({ ...values, [name]: seconds }));
    },
  });
  return (
    <>
      <TravelField label={settingLabels.travelOpenSec} {...travel('travelOpenSec')} />
      <TravelField label={settingLabels.travelCloseSec} {...travel('travelCloseSec')} />
    </>
  );
}

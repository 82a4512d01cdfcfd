import type { ReservationGhg } from '#contract/control/rule/reservation-ghg.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { ChannelChips } from './channel-fields.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { Figure } from './figure.tsx';
import { MoreFields, NameFields, UseFields, WhenFields } from './shared-fields.tsx';

type GhgFieldsProps = { form: FormHandle<ReservationGhg>; choices: RuleChoices };

const doesWords = { dose: '탄산가스 공급', air: '모자라면 환기', both: '공급과 환기' } as const;

const folded = { names: ['hysteresisPpm', 'ventStopPct', 'ventClosedMin'], lead: '편차, 창 열림 한도' };

/** The fields of a carbon dioxide rule, in the order of its sentence. */
export function GhgFieldSet({ form, choices }: GhgFieldsProps) {
  const { does } = form.values;
  return (
    <>
      <NameFields form={form} choices={choices} example="아침 탄산" />
      <FormSection title="무엇을">
        <ChoiceSelect label="할 일" {...form.field('does')} words={doesWords} />
        <ChannelChips
          label="이산화탄소 센서"
          isRequired
          {...form.field('co2Sensors')}
          channels={choices.channels}
          types={['CO2']}
        />
        {does !== 'air' && (
          <ChannelChips
            label="공급 장치"
            isRequired
            {...form.field('supplies')}
            channels={choices.channels}
            types={['CO2_SUPPLY']}
          />
        )}
        <ChannelChips label="창" {...form.field('vents')} channels={choices.channels} types={['VENT']} />
        {does === 'dose' && form.values.vents.length === 0 && (
          <Switch label="이 동에는 창이 없습니다" words={{ on: '예', off: '아니요' }} {...form.field('hasNoVents')} />
        )}
      </FormSection>
      {does !== 'air' && (
        <FormSection title="공급">
          <Figure label="밝을 때 목표" unit="ppm" {...form.field('highPpm')} />
          <Figure label="흐릴 때 목표" unit="ppm" {...form.field('lowPpm')} />
          <Figure label="한 번 공급" unit="초" {...form.field('doseSec')} />
          <Figure label="섞이는 시간" unit="초" {...form.field('mixSec')} />
          <Figure label="하루 최대 공급" unit="분" {...form.field('maxDailyMin')} />
        </FormSection>
      )}
      {does !== 'air' && <LightFields form={form} choices={choices} />}
      {does !== 'dose' && (
        <FormSection title="환기">
          <Figure label="이보다 낮으면" unit="ppm" {...form.field('airBelowPpm')} />
          <Figure label="여는 폭" unit="%" {...form.field('airPct')} />
          <Figure label="여는 시간" unit="분" {...form.field('airForMin')} />
          <Figure label="바깥이 이보다 추우면 쉬기" unit="℃" isSigned {...form.field('airMinOutsideC')} />
        </FormSection>
      )}
      <WhenFields form={form} choices={choices} />
      <MoreFields form={form} choices={choices} own={folded}>
        <Figure label="편차" unit="ppm" help="목표보다 이만큼 낮아지면 공급합니다." {...form.field('hysteresisPpm')} />
        <Figure label="창 열림 한도" unit="%" {...form.field('ventStopPct')} />
        <Figure label="닫힌 뒤 기다림" unit="분" {...form.field('ventClosedMin')} />
      </MoreFields>
      <UseFields form={form} />
    </>
  );
}

/** How bright it has to be: by a sensor, or where there is none by the height of the sun. */
function LightFields({ form, choices: { channels } }: GhgFieldsProps) {
  const { value, onChange, ...sensor } = form.field('lightSensor');
  const nameOf = wordsOfChannels(channels);
  const sensors = channels.filter(({ type }) => type === 'SOLAR').map(({ index }) => [index, nameOf(index).name]);
  return (
    <FormSection title="빛" lead="빛이 적으면 흐릴 때 목표까지, 흐림 기준의 절반보다 어두우면 주지 않습니다.">
      <ChoiceSelect
        label="빛을 재는 것"
        {...sensor}
        value={value === null ? '' : String(value)}
        onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
        words={{ ...Object.fromEntries(sensors), '': '해 높이로 어림' }}
      />
      {value !== null && (
        <>
          <Figure label="흐림 기준" unit="W/m²" {...form.field('lightFrom')} />
          <Figure label="밝음 기준" unit="W/m²" {...form.field('lightTo')} />
        </>
      )}
    </FormSection>
  );
}

import type { ReactNode } from 'react';
import { type HeatSettings, heatBounds } from '#contract/heat/heat.ts';
import { heatFieldWords } from '#contract/heat/heat-text.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { celsius } from '#src/ui/climate/celsius.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { BandsField } from './bands-field.tsx';
import { DegreeStepper } from './degree-stepper.tsx';
import { hysteresisWords } from './heat-words.tsx';

type HeatTargetsProps = { form: FormHandle<HeatSettings> };

type OwnTargetsProps = HeatTargetsProps & {
  /** What guidance says against the typed targets. */
  guidance: ReactNode;
};

/** The targets of a farm that does not follow the growth calendar. */
export function OwnTargets({ form, guidance }: OwnTargetsProps) {
  const { values } = form;
  return (
    <FormSection title="직접 정하는 목표">
      <div className="grid gap-6 sm:grid-cols-2">
        <DegreeStepper
          label={heatFieldWords.nightTargetC}
          {...form.field('nightTargetC')}
          bounds={heatBounds.nightTargetC}
          help="해가 진 뒤부터 해가 뜰 때까지입니다."
        />
        <DegreeStepper
          label={heatFieldWords.dayTargetC}
          {...form.field('dayTargetC')}
          bounds={heatBounds.dayTargetC}
          help="해가 뜬 뒤부터 해가 질 때까지입니다."
        />
      </div>
      {guidance}
      <BandsField
        value={values.bands}
        onChange={(bands) => form.set('bands', bands)}
        errorOf={form.errorOf}
        nightTargetC={values.nightTargetC}
      />
    </FormSection>
  );
}

/** Limits that hold independent of the targets. */
export function SafetyLimits({ form }: HeatTargetsProps) {
  const { values } = form;
  return (
    <FormSection title="안전">
      <div className="grid gap-6 sm:grid-cols-2">
        <DegreeStepper
          label={heatFieldWords.frostGuardC}
          {...form.field('frostGuardC')}
          bounds={heatBounds.frostGuardC}
          help={guardWords(values.frostGuardC)}
        />
        <DegreeStepper
          label={heatFieldWords.hysteresisC}
          {...form.field('hysteresisC')}
          bounds={heatBounds.hysteresisC}
          step={0.1}
          help={`${hysteresisWords(values.hysteresisC)} 너무 좁으면 난방기가 자주 켜졌다 꺼집니다.`}
        />
      </div>
    </FormSection>
  );
}

function guardWords(frostGuardC: number): string {
  const limit = Number.isFinite(frostGuardC) ? celsius(frostGuardC) : '이 온도';
  return `안 온도가 ${limit} 아래로 내려가면 난방을 꺼 두었어도, 측창이 열려 있어도 바로 난방기를 켭니다.`;
}

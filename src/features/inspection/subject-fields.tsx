import { inspectionKinds } from '#contract/inspection/data-inspection.ts';
import type { InspectionChoices } from '#contract/inspection/inspection.ts';
import { type InspectionKind, inspectionKindNames } from '#contract/inspection/inspection-names.ts';
import { kindOfType } from '#contract/inspection/proposal.ts';
import { ChoiceField } from '#src/ui/field/choice-field.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';

export type Subject = { kind: InspectionKind; deviceIndex: number | null; sensorIndex: number | null };

type SubjectFieldsProps = {
  subject: Subject;
  onChange: (subject: Subject) => void;
  choices: InspectionChoices | undefined;
  problemOf: (name: string) => string | undefined;
};

/** Values of the subject list: the farm as a whole, a device (d12) or a sensor (s34). */
const WHOLE = 'farm';

/** The subject and its checklist. Fixed once the inspection is created. */
export function SubjectFields({ subject, onChange, choices, problemOf }: SubjectFieldsProps) {
  const { kind, deviceIndex, sensorIndex } = subject;
  const target = sensorIndex !== null ? `s${sensorIndex}` : deviceIndex !== null ? `d${deviceIndex}` : WHOLE;
  function choose(next: string) {
    const index = Number(next.slice(1));
    const sensor = next.startsWith('s') ? choices?.sensors.find((one) => one.index === index) : undefined;
    if (sensor) onChange({ kind: kindOfType(sensor.type), deviceIndex: null, sensorIndex: index });
    else if (next.startsWith('d')) onChange({ kind: 'controller', deviceIndex: index, sensorIndex: null });
    else onChange({ kind, deviceIndex: null, sensorIndex: null });
  }
  return (
    <FormSection title="무엇을 점검하나요" lead="등록한 뒤에는 바꿀 수 없습니다.">
      <ChoiceField<string>
        label="대상"
        name="sensorIndex"
        error={problemOf('sensorIndex') ?? problemOf('deviceIndex')}
        choices={[
          { value: WHOLE, label: '농장 전체', detail: '장치에 연결하지 않음' },
          ...(choices?.devices ?? []).map(({ index, name }) => ({ value: `d${index}`, label: name, detail: '장치' })),
          ...(choices?.sensors ?? []).map(({ index, name, areaName }) => ({
            value: `s${index}`,
            label: `${areaName} ${name}`,
          })),
        ]}
        value={target}
        onChange={choose}
      />
      <ChoiceField<InspectionKind>
        label="종류"
        name="kind"
        help="종류마다 살펴볼 항목이 다릅니다."
        choices={inspectionKindNames.map((value) => ({ value, label: inspectionKinds[value].label }))}
        value={kind}
        onChange={(next) => onChange({ ...subject, kind: next })}
      />
    </FormSection>
  );
}

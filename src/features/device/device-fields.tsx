import type { ReactNode } from 'react';
import { type DeviceFields, deviceKinds } from '#contract/device/device.ts';
import { deviceKindWords } from '#contract/device/device-text.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { FoldedSection } from '#src/ui/field/folded-section.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { Select } from '#src/ui/field/select.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { TextareaField } from '#src/ui/field/textarea-field.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { fieldLabels } from './device-words.tsx';

type DeviceFieldSetProps = {
  form: Pick<FormHandle<DeviceFields>, 'field' | 'text' | 'values' | 'problems'>;
  /** The farm whose MQTT topics contain the code; null while no farm is chosen. */
  farmIndex: number | null;
  /** Fields above the name. */
  children?: ReactNode;
};

const foldedFields = ['code', 'kind', 'note'] as const;

export function DeviceFieldSet({ form, farmIndex, children }: DeviceFieldSetProps) {
  const topic = `farm/${farmIndex ?? '…'}/${form.values.code || '…'}/state`;
  return (
    <TwoColumns
      beside={
        <FoldedSection
          title="더 정하기"
          lead="장치 코드, 종류, 메모"
          isNeeded={foldedFields.some((name) => form.problems[name] !== undefined)}
        >
          <TextField
            label={fieldLabels.code}
            isRequired
            {...form.text('code')}
            maxLength={40}
            placeholder="n01"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            help={
              <>
                영문 소문자, 숫자, -, _. MQTT로는{' '}
                <code translate="no" className="inline-block break-all">
                  {topic}
                </code>
                에 보냅니다.
              </>
            }
          />
          <Select
            label={fieldLabels.kind}
            isRequired
            {...form.field('kind')}
            choices={deviceKinds.map((kind) => ({ value: kind, label: deviceKindWords[kind] }))}
          />
          <TextareaField label={fieldLabels.note} {...form.text('note')} maxLength={500} />
        </FoldedSection>
      }
    >
      {children}
      <FormSection title="장치 정보">
        <TextField label={fieldLabels.name} isRequired {...form.text('name')} maxLength={60} placeholder="1동 제어기" />
        <TextField label={fieldLabels.place} {...form.text('place')} maxLength={60} placeholder="1동 입구 기둥" />
      </FormSection>
    </TwoColumns>
  );
}

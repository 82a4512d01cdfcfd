import type { FarmFields, Person } from '#contract/farm/farm-manage.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { AreaFields } from './area-fields.tsx';
import { CoUsersField } from './co-users-field.tsx';
import { PositionFields } from './position-fields.tsx';

type FarmFieldsProps = {
  form: FormHandle<FarmFields>;
  ownerId: string | null;
  coUsers: readonly Person[];
};

export function FarmFieldSet({ form, ownerId, coUsers }: FarmFieldsProps) {
  return (
    <>
      <FormSection>
        <TextField
          label="농장 이름"
          isRequired
          maxLength={60}
          autoComplete="off"
          placeholder="위미 농장"
          {...form.text('farmName')}
        />
        <TextField label="주소" maxLength={200} autoComplete="street-address" {...form.text('address')} />
        <AreaFields {...form.field('areaM2')} />
      </FormSection>
      <FormSection
        title="좌표"
        lead="가까운 기상 관측소와 예보를 찾는 데 씁니다. 농장에서 ‘내 위치 사용’을 누르거나, 주소에 읍면동을 적으면 그 중심을 넣어 드립니다."
      >
        <PositionFields
          address={form.values.address}
          latitude={form.field('latitude')}
          longitude={form.field('longitude')}
        />
      </FormSection>
      <FormSection title="공동 사용자" lead="가족이나 관리인과 농장을 함께 씁니다.">
        <CoUsersField
          value={form.values.coUsers}
          onChange={(next) => form.set('coUsers', next)}
          problems={form.problems}
          ownerId={ownerId}
          known={coUsers}
        />
      </FormSection>
    </>
  );
}

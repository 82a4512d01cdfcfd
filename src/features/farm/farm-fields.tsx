import type { FarmFields, Person } from '#contract/farm/farm-manage.ts';
import { findPlace } from '#contract/farm/place-text.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { AreaFields } from './area-fields.tsx';
import { CoUsersField } from './co-users-field.tsx';
import { PositionFields } from './position-fields.tsx';

type FarmFieldsProps = {
  /** A form with these fields and possibly more. */
  form: Pick<FormHandle<FarmFields>, 'values' | 'problems' | 'set' | 'field' | 'text'>;
  /** Undefined for a farm that is not sent yet: access to it is given by the server alone. */
  people: { ownerId: string | null; coUsers: readonly Person[] } | undefined;
};

/** Enters the centre of the place in the address, unless the coordinates are more than such a centre. */
function followAddress({ values, set }: Pick<FormHandle<FarmFields>, 'values' | 'set'>, address: string): void {
  const { latitude, longitude } = values;
  const [was, place] = [findPlace(values.address), findPlace(address)];
  const isCentre = latitude === (was?.latitude ?? null) && longitude === (was?.longitude ?? null);
  const isEmpty = latitude === null && longitude === null;
  if (was?.name === place?.name || !(isEmpty || isCentre)) return;
  set('latitude', place?.latitude ?? null);
  set('longitude', place?.longitude ?? null);
}

export function FarmFieldSet({ form, people }: FarmFieldsProps) {
  const address = form.text('address');
  return (
    <TwoColumns
      beside={
        <>
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
          {people && (
            <FormSection title="공동 사용자" lead="가족이나 관리인과 농장을 함께 씁니다.">
              <CoUsersField
                value={form.values.coUsers}
                onChange={(next) => form.set('coUsers', next)}
                problems={form.problems}
                ownerId={people.ownerId}
                known={people.coUsers}
              />
            </FormSection>
          )}
        </>
      }
    >
      <FormSection>
        <TextField
          label="농장 이름"
          isRequired
          maxLength={60}
          autoComplete="off"
          placeholder="위미 농장"
          {...form.text('farmName')}
        />
        <TextField
          label="주소"
          maxLength={200}
          autoComplete="street-address"
          {...address}
          onChange={(event) => {
            followAddress(form, event.target.value);
            address.onChange(event);
          }}
        />
        <AreaFields {...form.field('areaM2')} />
      </FormSection>
    </TwoColumns>
  );
}

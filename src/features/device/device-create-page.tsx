import { useQuery } from '@tanstack/react-query';
import { farmCrops } from '#contract/crop/crop.ts';
import { createDevice, type DeviceFields, deviceFieldsOf, manageDevices } from '#contract/device/device.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { MAX_PAGE_SIZE } from '#contract/wire/list.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useLateValues } from '#src/lib/form/use-late-values.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { ChoiceField } from '#src/ui/field/choice-field.tsx';

import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { DeviceFieldSet } from './device-fields.tsx';
import { DeviceListLink } from './device-link.tsx';
import { freeCode } from './free-code.ts';
import { useDeviceKeys } from './use-device-keys.ts';

/** A new device; the farm must be chosen if there are several. */
type NewDevice = DeviceFields & { farmIndex: number | null };

type DeviceCreatePageProps = {
  /** Farms on which the user may register devices. */
  farms: readonly Farm[];
  /** The chosen farm, as the default. */
  farmIndex: number | null;
};

/** The form for a new device. Its key is shown on the next page. */
export function DeviceCreatePage({ farms, farmIndex }: DeviceCreatePageProps) {
  const { attempt } = useSave(createDevice);
  const navigate = useNavigateFromHere();
  const keys = useDeviceKeys();
  const initial: NewDevice = { farmIndex, name: '', code: '', kind: 'controller', place: '', note: '' };
  const { form, draft } = useEntryForm({
    name: 'device new',
    initial,
    schema: createDevice.body,
    // The schema has refused null already.
    send: ({ farmIndex: farm, ...values }) => attempt({ body: { ...deviceFieldsOf(values), farmIndex: farm ?? 0 } }),
    onSaved: ({ data: { device, key } }) => {
      if (key !== null) keys.remember(device.index, key);
      void navigate({
        to: '/cms/device/device-edit/$deviceId',
        params: { deviceId: String(device.index) },
        search: { tab: 'connect' },
        replace: true,
      });
    },
  });
  // A farm that was just created may appear after the form was opened.
  const [only, ...others] = farms;
  const isOnly = only !== undefined && others.length === 0 && form.values.farmIndex === null;
  const onlyIndex = isOnly ? only.index : null;
  const chosen = form.values.farmIndex ?? onlyIndex;
  useLateValues(form, { farmIndex: chosen, ...useLikelyFields(chosen) });
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="장치 등록"
        renderBack={(children, className) => <DeviceListLink className={className}>{children}</DeviceListLink>}
        backLabel="장치 목록"
        lead="등록하면 장치 키를 한 번 보여 드립니다. 키는 장치가 값을 보낼 때 씁니다."
      />
      <Form
        form={form}
        draft={draft}
        label="장치 등록"
        isWide
        actions={
          <FormActions
            submitLabel="등록"
            isBusy={form.isBusy}
            cancel={<DeviceListLink className={buttonClass()}>취소</DeviceListLink>}
          />
        }
      >
        <DeviceFieldSet form={form} farmIndex={form.values.farmIndex}>
          {farms.length !== 1 && (
            <FormSection>
              <ChoiceField
                label="농장"
                isRequired
                {...form.field('farmIndex')}
                choices={farms.map(({ index, farmName }) => ({ value: index, label: farmName }))}
                placeholder="농장 고르기"
              />
            </FormSection>
          )}
        </DeviceFieldSet>
      </Form>
    </div>
  );
}

/** A proposed name and code for a farm's next device; undefined while loading. */
function useLikelyFields(farmIndex: number | null): Pick<DeviceFields, 'name' | 'code'> | undefined {
  const asked = { enabled: farmIndex !== null };
  const devices = useQuery({
    ...readQuery(manageDevices, { query: { farmIndex: farmIndex ?? 0, size: MAX_PAGE_SIZE } }),
    ...asked,
  });
  const crops = useQuery({ ...readQuery(farmCrops, { params: { id: farmIndex ?? 0 } }), ...asked });
  const rows = devices.data?.value.rows;
  if (!rows || crops.isPending) return undefined;
  const names = rows.map(({ name }) => name);
  const houses = [...new Set((crops.data?.value ?? []).map(({ house }) => house).filter(Boolean))];
  const free = [...houses, '온실'].map((house) => `${house} 제어기`).find((name) => !names.includes(name));
  return { name: free ?? '', code: freeCode(rows.map(({ code }) => code)) };
}

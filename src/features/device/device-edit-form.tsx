import { type DeviceDetail, deviceFields, deviceFieldsOf, updateDevice } from '#contract/device/device.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { DeviceFieldSet } from './device-fields.tsx';
import { DeviceListLink } from './device-link.tsx';
import { fieldLabels, wordsOf } from './device-words.tsx';

type DeviceEditFormProps = { device: DeviceDetail };

export function DeviceEditForm({ device }: DeviceEditFormProps) {
  const { attempt } = useSave(updateDevice);
  const navigate = useNavigateFromHere();
  const { form, conflict, draft } = useEntryForm({
    name: `device ${device.index}`,
    initial: deviceFieldsOf(device),
    schema: deviceFields,
    send: (values, base) => attempt({ params: { id: device.index }, body: { ...values, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      void navigate({ to: '/cms/device/device-manage' });
    },
  });
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={fieldLabels} wordsOf={wordsOf} />;
  }
  return (
    <Form
      form={form}
      draft={draft}
      label="장치 정보"
      isWide
      actions={
        <FormActions isBusy={form.isBusy} cancel={<DeviceListLink className={buttonClass()}>취소</DeviceListLink>} />
      }
    >
      <DeviceFieldSet form={form} farmIndex={device.farmIndex} />
    </Form>
  );
}

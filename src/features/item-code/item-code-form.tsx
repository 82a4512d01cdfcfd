import { createItemCode, type ItemCodeFields } from '#contract/crop/item-code.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import type { Answered } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';

type ItemCodeFormProps = {
  /** Name of the draft. */
  name: string;
  title: string;
  initial: ItemCodeFields;
  send: (values: ItemCodeFields, base: ItemCodeFields) => Promise<Answered<{ message: string }>>;
  onClose: () => void;
};

/** The form of one item, above the list. */
export function ItemCodeForm({ name, title, initial, send, onClose }: ItemCodeFormProps) {
  const { form, conflict, draft } = useEntryForm<ItemCodeFields, { message: string }>({
    name,
    initial,
    schema: createItemCode.body,
    send,
    onSaved: ({ message }) => {
      showToast(message);
      onClose();
    },
  });
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={labels} wordsOf={(name, values) => wordsOf(values[name])} />;
  }
  return (
    <Card aria-label={title} className="flex flex-col gap-4">
      <h2 className="text-lg font-bold">{title}</h2>
      <Form
        form={form}
        draft={draft}
        label={title}
        actions={<FormActions isInPlace isBusy={form.isBusy} cancel={<Button onClick={onClose}>취소</Button>} />}
      >
        <TextField label="품목 이름" isRequired maxLength={40} {...form.text('itemsName')} />
        <NumberField
          label="순서"
          help="작은 수가 목록에서 먼저 나옵니다."
          {...form.field('position')}
          onChange={(next) => form.set('position', next ?? Number.NaN)}
        />
        <Switch label="그만 쓰기" help="새 작물에서는 고를 수 없게 됩니다." {...form.field('isRetired')} />
      </Form>
    </Card>
  );
}

const labels: Record<keyof ItemCodeFields, string> = {
  itemsName: '품목 이름',
  position: '순서',
  isRetired: '그만 쓰기',
};

function wordsOf(value: ItemCodeFields[keyof ItemCodeFields]): string {
  return typeof value === 'boolean' ? (value ? '예' : '아니요') : String(value);
}

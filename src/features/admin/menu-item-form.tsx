import { type AuthCode, authCodes } from '#contract/menu/menu.ts';
import {
  MENUS_PAGE,
  type MenuItemFields,
  type MenuItemRow,
  menuItemFields,
  menuRoles,
  updateMenuItem,
} from '#contract/menu/menu-admin.ts';
import { authorityWords } from '#contract/user/user-text.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { codeWords, rightWords } from '#src/ui/right-words.tsx';

const NONE = 'none';

type MenuItemFormProps = { item: MenuItemRow; onClose: () => void };

/** The settings of a menu page, above the list. */
export function MenuItemForm({ item, onClose }: MenuItemFormProps) {
  const { attempt } = useSave(updateMenuItem);
  const { menuName, position, rights } = item;
  const { form, conflict, draft } = useEntryForm<MenuItemFields, { message: string }>({
    name: `menu ${item.index}`,
    initial: { menuName, position, rights },
    schema: menuItemFields,
    send: (values, base) => attempt({ params: { id: item.index }, body: { ...values, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      onClose();
    },
  });
  if (conflict) {
    return <EntryConflictPanel {...conflict} labels={labels} wordsOf={(name, values) => wordsOf(values[name])} />;
  }
  const codes = item.hasChildren ? authCodes.filter((code) => code !== 'AUTH_ALLOW') : (['AUTH_ALLOW'] as const);
  const roles = item.menuUrl.startsWith('/admin/') ? (['ROLE_ADMINISTER'] as const) : menuRoles;
  const mayHide = item.menuUrl !== MENUS_PAGE;
  return (
    <Card aria-label={`${item.menuName} 고치기`} className="flex flex-col gap-4">
      <h2 className="text-lg font-bold">{item.menuName} 고치기</h2>
      <Form
        form={form}
        draft={draft}
        label={item.menuName}
        actions={<FormActions isInPlace isBusy={form.isBusy} cancel={<Button onClick={onClose}>취소</Button>} />}
      >
        <TextField label="메뉴 이름" isRequired maxLength={30} {...form.text('menuName')} />
        <NumberField
          label="순서"
          help="작은 수가 메뉴에서 먼저 나옵니다."
          {...form.field('position')}
          onChange={(next) => form.set('position', next ?? Number.NaN)}
        />
        {roles.map((role) => (
          <SingleChips<AuthCode | typeof NONE>
            key={role}
            label={authorityWords[role]}
            isLabelShown
            chips={[
              ...codes.map((code) => ({ value: code, label: codeWords[code] })),
              ...(mayHide ? [{ value: NONE, label: '숨김' } as const] : []),
            ]}
            value={form.values.rights[role] ?? NONE}
            onChange={(next) => form.set('rights', { ...form.values.rights, [role]: next === NONE ? null : next })}
          />
        ))}
      </Form>
    </Card>
  );
}

const labels: Record<keyof MenuItemFields, string> = { menuName: '메뉴 이름', position: '순서', rights: '권한' };

function wordsOf(value: MenuItemFields[keyof MenuItemFields]): string {
  if (typeof value !== 'object') return String(value);
  return menuRoles.map((role) => `${authorityWords[role]}: ${rightWords(value[role])}`).join(', ');
}

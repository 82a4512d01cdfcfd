import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuthCode, authCodes } from '#contract/menu/menu.ts';
import {
  adminMenus,
  MENUS_PAGE,
  type MenuItemFields,
  type MenuItemRow,
  menuItemFields,
  menuRoles,
  updateMenuItem,
} from '#contract/menu/menu-admin.ts';
import { authorityWords } from '#contract/user/user-text.ts';
import { useCall } from '#src/api/call/call.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { ConflictPanel } from '#src/ui/field/conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import { ListFailure } from '#src/ui/list/list-failure.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { showToast } from '#src/ui/toast.tsx';
import { codeWords, rightWords } from './right-words.tsx';

const NONE = 'none';

/** What each role sees in the menu and may do there. */
export function MenusPage() {
  const call = useCall();
  const menus = useQuery(readQuery(adminMenus, {}));
  const [edited, setEdited] = useState<number | null>(null);
  if (menus.isError && !menus.data) {
    return (
      <div className="flex flex-col gap-5">
        <PageHead title="메뉴와 권한" />
        <ListFailure
          refusal={refusalOf(menus.error)}
          onRetry={() => void menus.refetch()}
          isRetrying={menus.isFetching}
        />
      </div>
    );
  }
  const groups = [...new Set(menus.data?.value.map(({ groupName }) => groupName))];
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="메뉴와 권한"
        lead="역할마다 무엇을 열고 고칠 수 있는지 정합니다. 서버도 같은 권한을 따릅니다. 관리 메뉴는 관리자만 열 수 있습니다."
        actions={
          <ExportButton
            fileName="메뉴와 권한"
            heads={['묶음', '메뉴', '주소', '순서', ...menuRoles.map((role) => authorityWords[role])]}
            load={async () =>
              (await call(adminMenus, {})).value.map(({ groupName, menuName, menuUrl, position, rights }) => [
                groupName,
                menuName,
                menuUrl,
                position,
                ...menuRoles.map((role) => rightWords(rights[role])),
              ])
            }
          />
        }
      />
      {!menus.data && <Skeleton className="h-96" />}
      {groups.map((group) => (
        <Card key={group} aria-label={group} className="flex flex-col gap-2">
          <h2 className="text-lg font-bold">{group}</h2>
          <ul className="flex flex-col">
            {menus.data?.value
              .filter(({ groupName }) => groupName === group)
              .map((item) => (
                <li key={item.index} className="border-b border-line py-3 last:border-b-0">
                  {edited === item.index ? (
                    <FocusOnMount isInPlace>
                      <MenuItemForm item={item} onClose={() => setEdited(null)} />
                    </FocusOnMount>
                  ) : (
                    <MenuItemLine item={item} onEdit={() => setEdited(item.index)} />
                  )}
                </li>
              ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function MenuItemLine({ item, onEdit }: { item: MenuItemRow; onEdit: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold">{item.menuName}</p>
        <ul className="flex flex-wrap gap-x-4 text-age text-ink-soft">
          {menuRoles.map((role) => (
            <li key={role}>
              {authorityWords[role]}: {rightWords(item.rights[role])}
            </li>
          ))}
        </ul>
      </div>
      <Button onClick={onEdit} aria-label={`${item.menuName} 고치기`} className="shrink-0">
        고치기
      </Button>
    </div>
  );
}

function MenuItemForm({ item, onClose }: { item: MenuItemRow; onClose: () => void }) {
  const { attempt } = useSave(updateMenuItem);
  const { menuName, position, rights } = item;
  const { form, conflict, settle, leaveConflict } = useEntryForm<MenuItemFields, { message: string }>({
    name: `menu ${item.index}`,
    initial: { menuName, position, rights },
    schema: menuItemFields,
    send: (values, base) => attempt({ params: { id: item.index }, body: { ...values, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      onClose();
    },
    conflictWords: '다른 사람이 먼저 바꾸었습니다. 저장을 누르면 두 내용을 다시 비교합니다.',
  });
  if (conflict) {
    return (
      <ConflictPanel
        fields={conflict.fields.map((name) => ({
          name,
          label: labels[name],
          base: wordsOf(conflict.base[name]),
          mine: wordsOf(conflict.mine[name]),
          theirs: wordsOf(conflict.current[name]),
        }))}
        onSave={settle}
        onCancel={leaveConflict}
        isBusy={form.isBusy}
      />
    );
  }
  const codes = item.hasChildren ? authCodes.filter((code) => code !== 'AUTH_ALLOW') : (['AUTH_ALLOW'] as const);
  const roles = item.menuUrl.startsWith('/admin/') ? (['ROLE_ADMINISTER'] as const) : menuRoles;
  const mayHide = item.menuUrl !== MENUS_PAGE;
  return (
    <Form form={form} label={item.menuName}>
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
      <FormActions isInPlace isBusy={form.isBusy} cancel={<Button onClick={onClose}>취소</Button>} />
    </Form>
  );
}

const labels: Record<keyof MenuItemFields, string> = { menuName: '메뉴 이름', position: '순서', rights: '권한' };

function wordsOf(value: MenuItemFields[keyof MenuItemFields]): string {
  if (typeof value !== 'object') return String(value);
  return menuRoles.map((role) => `${authorityWords[role]}: ${rightWords(value[role])}`).join(', ');
}

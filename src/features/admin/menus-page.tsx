import { useState } from 'react';
import { adminMenus, type MenuItemRow, menuRoles } from '#contract/menu/menu-admin.ts';
import { authorityWords } from '#contract/user/user-text.ts';
import type { menuSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type ListAddress, useList } from '#src/api/read/use-list.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { rightWords } from '#src/ui/right-words.tsx';
import { MenuItemForm } from './menu-item-form.tsx';

type MenuSort = (typeof menuSorts)[number];

/** What each role sees in the menu, and its rights there. */
export function MenusPage(address: ListAddress<MenuSort>) {
  const list = useList(address, (asked) => readQuery(adminMenus, { query: asked }));
  const [edited, setEdited] = useState<MenuItemRow | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="메뉴와 권한"
        lead="역할마다 무엇을 열고 고칠 수 있는지 정합니다. 서버도 같은 권한을 따릅니다. 관리 메뉴는 관리자만 열 수 있습니다."
      />
      {edited && (
        <FocusOnMount key={edited.index}>
          <MenuItemForm item={edited} onClose={() => setEdited(null)} />
        </FocusOnMount>
      )}
      <ListPanel
        list={list}
        label="메뉴 목록"
        searchLabel="메뉴, 묶음, 주소"
        columns={columns}
        rowKey={({ index }) => index}
        renderLink={(item, children, className) => (
          <button
            type="button"
            onClick={() => setEdited(item)}
            aria-label={`${item.menuName} 고치기`}
            className={`${className} text-left`}
          >
            {children}
          </button>
        )}
        expectedRows={20}
        empty={<EmptyState title="메뉴가 없습니다">서버를 다시 시작하면 기본 메뉴가 만들어집니다.</EmptyState>}
        exportFile={exportFile}
      />
    </div>
  );
}

const exportFile: ExportFile<MenuItemRow> = {
  name: '메뉴와 권한',
  columns: [
    ['묶음', ({ groupName }) => groupName],
    ['메뉴', ({ menuName }) => menuName],
    ['주소', ({ menuUrl }) => menuUrl],
    ['순서', ({ position }) => position],
    ...menuRoles.map((role) => [authorityWords[role], ({ rights }: MenuItemRow) => rightWords(rights[role])] as const),
  ],
};

const columns: readonly Column<MenuItemRow, MenuSort>[] = [
  { key: 'menuName', title: '메뉴', sortBy: 'menuName', onCard: 'title', render: ({ menuName }) => menuName },
  { key: 'groupName', title: '묶음', sortBy: 'groupName', onCard: 'fact', render: ({ groupName }) => groupName },
  {
    key: 'menuUrl',
    title: '주소',
    sortBy: 'menuUrl',
    render: ({ menuUrl }) => <code translate="no">{menuUrl}</code>,
  },
  ...menuRoles.map(
    (role): Column<MenuItemRow, MenuSort> => ({
      key: role,
      title: authorityWords[role],
      onCard: 'fact',
      render: ({ rights }) => rightWords(rights[role]),
    }),
  ),
];

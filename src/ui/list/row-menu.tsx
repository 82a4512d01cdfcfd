import { ActionsMenu } from './actions-menu.tsx';
import type { MenuAction } from './menu-action.ts';

type RowMenuProps = { name: string | undefined; actions: readonly MenuAction[] };

/** What can be done with a row; nothing where nothing can. Part of DataList. */
export function RowMenu({ name = '', actions }: RowMenuProps) {
  return actions.length === 0 ? null : <ActionsMenu label={`${name} 메뉴`.trim()} actions={actions} />;
}

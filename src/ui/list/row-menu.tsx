import { ActionsMenu } from './actions-menu.tsx';
import type { MenuAction } from './menu-action.ts';

type RowMenuProps = { name: string | undefined; actions: readonly MenuAction[] };

/** The menu of a row; nothing without actions. Part of DataList. */
export function RowMenu({ name = '', actions }: RowMenuProps) {
  return actions.length === 0 ? null : <ActionsMenu label={`${name} 메뉴`.trim()} actions={actions} />;
}

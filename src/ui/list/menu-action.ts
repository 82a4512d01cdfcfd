import type { ReactNode } from 'react';

/** One action of a menu. */
export type MenuAction = {
  label: string;
  /** 20 px, decorative. */
  icon?: ReactNode;
  onSelect: () => void;
  /** Destructive: at the end, in red. */
  isDanger?: boolean;
  isDisabled?: boolean;
};

export type ActionsMenuProps = {
  /** Accessible name of the button: '서귀포 1농장 메뉴'. */
  label: string;
  actions: readonly MenuAction[];
};

import type { ReactNode } from 'react';

/** One thing that can be done from a menu. */
export type MenuAction = {
  label: string;
  /** 20 px, decorative. */
  icon?: ReactNode;
  onSelect: () => void;
  /** Destroys something: stands apart at the end, in red. */
  isDanger?: boolean;
  isDisabled?: boolean;
};

export type ActionsMenuProps = {
  /** Names the button: '서귀포 1농장 메뉴'. */
  label: string;
  actions: readonly MenuAction[];
};

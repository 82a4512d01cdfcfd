import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useState } from 'react';
import { showToast } from '#src/lib/toasts.ts';
import { IconButton } from '../button/icon-button.tsx';
import { useLazyModule } from '../use-lazy-module.ts';
import type { ActionsMenuProps } from './menu-action.ts';

const loadMenu = async () => (await import('./actions-menu-list.tsx')).ActionsMenuList;

/** A "more" button with the actions on one thing. The menu itself is loaded at its first use. */
export function ActionsMenu({ label, actions }: ActionsMenuProps) {
  const { part: List, fetchPart } = useLazyModule(loadMenu);
  const [isWanted, setIsWanted] = useState(false);

  async function handleClick() {
    if (await fetchPart()) setIsWanted(true);
    else showToast('메뉴를 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }
  if (isWanted && List) return <List label={label} actions={actions} isOpenOnMount />;
  return (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void fetchPart()}
      onFocus={() => void fetchPart()}
      onClick={() => void handleClick()}
    >
      <EllipsisVertical aria-hidden className="size-6" />
    </IconButton>
  );
}

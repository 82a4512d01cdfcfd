import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useEffect, useRef } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { IconButton } from '../button/icon-button.tsx';
import { listClass, rowClass } from '../field/choice.ts';
import type { ActionsMenuProps } from './menu-action.ts';

/** The menu that ActionsMenu loads; destructive actions come last, after a separator. */
export function ActionsMenuList({ label, actions, isOpenOnMount }: ActionsMenuProps & { isOpenOnMount?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpenOnMount) return;
    button.current?.focus();
    button.current?.click();
  }, [isOpenOnMount]);
  const ordered = [...actions].sort((a, b) => Number(a.isDanger ?? false) - Number(b.isDanger ?? false));
  const firstDanger = ordered.findIndex((action) => action.isDanger);
  return (
    <Menu>
      <MenuButton ref={button} as={IconButton} label={label}>
        <EllipsisVertical aria-hidden className="size-6" />
      </MenuButton>
      <MenuItems
        modal={false}
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        className={`${listClass} min-w-52 outline-none`}
      >
        {ordered.map((action, at) => (
          <MenuItem key={action.label} disabled={action.isDisabled ?? false}>
            <button
              type="button"
              onClick={action.onSelect}
              className={classNames(
                rowClass,
                'w-full gap-3 text-left',
                action.isDanger && 'text-danger-ink data-focus:bg-danger-surface data-focus:text-danger-ink',
                at === firstDanger &&
                  at > 0 &&
                  'relative mt-3 before:absolute before:inset-x-0 before:-top-1.5 before:border-t before:border-line',
              )}
            >
              {action.icon}
              {action.label}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

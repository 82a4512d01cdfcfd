import Activity from 'lucide-react/icons/activity';
import ChartColumn from 'lucide-react/icons/chart-column';
import CircleUser from 'lucide-react/icons/circle-user';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import CloudSun from 'lucide-react/icons/cloud-sun';
import Cpu from 'lucide-react/icons/cpu';
import Folder from 'lucide-react/icons/folder';
import LogOut from 'lucide-react/icons/log-out';
import MessageSquare from 'lucide-react/icons/message-square';
import Shield from 'lucide-react/icons/shield';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sprout from 'lucide-react/icons/sprout';
import Warehouse from 'lucide-react/icons/warehouse';
import type { Menu } from '#contract/menu/menu.ts';
import { isOfPage } from '#contract/menu/page-right.ts';
import { Accordion } from '#src/ui/accordion.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Drawer } from '#src/ui/dialog/drawer.tsx';
import { ThemeChips } from '#src/ui/theme/theme-chips.tsx';
import { isInGroup } from './menu-path.ts';
import { ShellLink } from './shell-link.tsx';

/** menuIconName of the server → icon; an unknown name gets a folder. */
const icons = new Map([
  ['monitor', Activity],
  ['farm', Warehouse],
  ['device', Cpu],
  ['control', SlidersHorizontal],
  ['weather', CloudSun],
  ['growing', Sprout],
  ['inspection', ClipboardCheck],
  ['statistics', ChartColumn],
  ['board', MessageSquare],
  ['person', CircleUser],
  ['admin', Shield],
]);

export type ShellDrawerProps = {
  isOpen: boolean;
  onClose: () => void;
  menus: readonly Menu[];
  pathname: string;
  userId: string | null;
  onSignOut: () => void;
};

/** The menu of small screens. In a separate file, so that Headless UI is loaded at the first press on 메뉴. */
export function ShellDrawer({ isOpen, onClose, menus, pathname, userId, onSignOut }: ShellDrawerProps) {
  const title = (
    <span className="flex items-center gap-2">
      <CircleUser aria-hidden className="size-6 shrink-0 text-leaf" />
      <span className="truncate">{userId ?? '사용자'}</span>
    </span>
  );
  const items = menus
    .filter(({ childMenus }) => childMenus.length > 0)
    .map((menu) => {
      const Icon = icons.get(menu.menuIconName) ?? Folder;
      return {
        id: menu.index,
        label: menu.menuName,
        icon: <Icon aria-hidden className="size-6 text-leaf" />,
        isInitiallyOpen: isInGroup(menu, pathname),
        content: (
          <ul className="mb-1 ml-6 border-l-2 border-line pl-3">
            {menu.childMenus.map(({ index, menuName, menuUrl }) => (
              <li key={index}>
                <ShellLink
                  to={menuUrl}
                  isCurrent={isOfPage(menuUrl, pathname)}
                  onClick={onClose}
                  className="flex min-h-touch items-center rounded-card px-3 hover:bg-sunken aria-[current=page]:bg-leaf-tint aria-[current=page]:font-semibold aria-[current=page]:text-leaf-strong"
                >
                  {menuName}
                </ShellLink>
              </li>
            ))}
          </ul>
        ),
      };
    });
  const footer = (
    <div className="flex flex-col gap-4">
      <ThemeChips />
      <Button isBlock icon={<LogOut aria-hidden className="size-5" />} onClick={onSignOut}>
        로그아웃
      </Button>
    </div>
  );
  return (
    <Drawer title={title} isOpen={isOpen} onClose={onClose} footer={footer}>
      <nav aria-label="주 메뉴">
        <Accordion items={items} />
      </nav>
    </Drawer>
  );
}

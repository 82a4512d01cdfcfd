import type { Menu } from '#contract/menu/menu.ts';
import { isOfPage } from '#contract/menu/page-right.ts';
import { useMedia } from '#src/lib/use-media.ts';
import { HoverMenu } from '#src/ui/hover-menu.tsx';
import { isInGroup } from './menu-path.ts';
import { ShellLink } from './shell-link.tsx';

/** How many groups fit beside weather, farm and sign-out; the others are under 더보기. */
const SIDE_BY_SIDE = { narrow: 3, wide: 5 } as const;
/** Minimum width of the wide header, for any length of user name. */
const WIDE = '(min-width: 1400px)';

const headClass =
  'h-bar-desktop px-3 font-semibold text-ink-soft whitespace-nowrap border-y-3 border-transparent hover:text-leaf ' +
  'data-current:border-b-leaf data-current:text-leaf-strong lg:px-4';

type GroupProps = { menu: Menu; pathname: string };

function GroupLinks({ menu, pathname }: GroupProps) {
  return menu.childMenus.map(({ index, menuName, menuUrl }) => {
    const isCurrent = isOfPage(menuUrl, pathname);
    return (
      <li key={index}>
        <ShellLink
          to={menuUrl}
          isCurrent={isCurrent}
          className="flex min-h-touch items-center rounded-lg px-3 hover:bg-leaf-tint hover:text-leaf-strong aria-[current=page]:font-semibold aria-[current=page]:text-leaf"
        >
          {menuName}
        </ShellLink>
      </li>
    );
  });
}

/** The menu groups in the desktop header, each with a list of pages. */
export function MainMenu({ menus, pathname }: { menus: readonly Menu[]; pathname: string }) {
  const groups = menus.filter(({ childMenus }) => childMenus.length > 0);
  const sideBySide = SIDE_BY_SIDE[useMedia(WIDE) ? 'wide' : 'narrow'];
  const others = groups.slice(sideBySide);
  return (
    <nav aria-label="주 메뉴" className="flex flex-1 max-md:hidden">
      {groups.slice(0, sideBySide).map((menu) => (
        <HoverMenu key={menu.index} label={menu.menuName} isCurrent={isInGroup(menu, pathname)} className={headClass}>
          <GroupLinks menu={menu} pathname={pathname} />
        </HoverMenu>
      ))}
      {others.length > 0 && (
        <HoverMenu
          label="더보기"
          isWide
          isCurrent={others.some((menu) => isInGroup(menu, pathname))}
          className={headClass}
        >
          {others.map((menu) => (
            <li key={menu.index} className="break-inside-avoid py-1">
              <p className="px-3 pt-1 text-ink-faint">{menu.menuName}</p>
              <ul>
                <GroupLinks menu={menu} pathname={pathname} />
              </ul>
            </li>
          ))}
        </HoverMenu>
      )}
    </nav>
  );
}

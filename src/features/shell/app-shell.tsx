import LogOut from 'lucide-react/icons/log-out';
import MenuIcon from 'lucide-react/icons/menu';
import { type ReactNode, useEffect, useState } from 'react';
import type { Menu } from '#contract/menu/menu.ts';
import { showToast } from '#src/lib/toasts.ts';
import { DESKTOP } from '#src/lib/use-media.ts';
import { Button } from '#src/ui/button/button.tsx';
import { LogoMark } from '#src/ui/logo-mark.tsx';
import { SkipLink } from '#src/ui/skip-link.tsx';
import { ThemeToggle } from '#src/ui/theme/theme-toggle.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { MainMenu } from './main-menu.tsx';
import { type Operator, ShellFooter } from './shell-footer.tsx';
import { ShellLink } from './shell-link.tsx';

type AppShellProps = {
  menus: readonly Menu[];
  pathname: string;
  userId: string | null;
  onSignOut: () => void;
  children: ReactNode;
  /** Banners above the page: no connection, a new version. */
  banner?: ReactNode;
  farmSelector?: ReactNode;
  /** Buttons of the header, such as the weather. */
  actions?: ReactNode;
  /** Shows on every page that the values are simulated. */
  isSimulated?: boolean;
  operator?: Operator;
};

const loadDrawer = async () => (await import('./shell-drawer.tsx')).ShellDrawer;

/** Header, menu, page and footer of everything below /cms and /admin. */
export function AppShell(props: AppShellProps) {
  const { menus, pathname, userId, onSignOut, children, banner, farmSelector, actions, isSimulated, operator } = props;
  const { part: ShellDrawer, fetchPart } = useLazyModule(loadDrawer);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);

  useEffect(() => {
    const desktop = matchMedia(DESKTOP);
    const close = () => desktop.matches && setIsDrawerOpen(false);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);

  async function openDrawer() {
    if (await fetchPart()) setIsDrawerOpen(!matchMedia(DESKTOP).matches);
    else showToast('메뉴를 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header
        data-frame
        className="relative z-30 border-b border-line bg-surface [@media(min-height:480px)]:sticky [@media(min-height:480px)]:top-0"
      >
        <div className="mx-auto flex min-h-bar-phone max-w-[1536px] flex-wrap items-center px-3 sm:gap-2 md:min-h-bar-desktop md:px-6 lg:gap-3">
          <ShellLink
            to="/cms/dashboard"
            className="flex min-h-touch min-w-touch shrink-0 items-center justify-center gap-2 text-xl font-bold text-leaf-strong lg:mr-4"
          >
            <LogoMark className="size-10" />
            <span className="max-lg:sr-only">온실</span>
            <span className="sr-only">처음 화면</span>
          </ShellLink>
          <MainMenu menus={menus} pathname={pathname} />
          <div className="min-w-20 flex-1 max-sm:mx-0.5 md:max-w-44 md:min-w-28 lg:max-w-60">{farmSelector}</div>
          {actions}
          <div className="flex items-center gap-1 max-md:hidden">
            <ThemeToggle />
            {userId !== null && <span className="max-w-32 truncate px-1 text-ink-soft max-lg:sr-only">{userId}</span>}
            <Button
              variant="quiet"
              onClick={onSignOut}
              icon={<LogOut aria-hidden className="size-5" />}
              className="px-3 whitespace-nowrap"
            >
              <span className="max-lg:sr-only">로그아웃</span>
            </Button>
          </div>
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            aria-expanded={isDrawerOpen}
            onPointerEnter={() => void fetchPart()}
            onFocus={() => void fetchPart()}
            onClick={() => void openDrawer()}
            icon={<MenuIcon aria-hidden className="size-6" />}
            className="ml-auto shrink-0 px-3 md:hidden"
          >
            <span className="max-sm:sr-only">메뉴</span>
          </Button>
        </div>
      </header>
      {isSimulated && (
        <aside
          data-frame
          aria-label="모의 데이터 안내"
          className="hatched bg-offline-surface px-4 py-1 text-offline-ink md:text-center"
        >
          <strong>모의 데이터</strong>
          <span className="max-sm:sr-only"> · 실제 온실이 아니라 모의 온실에서 나온 값입니다.</span>
        </aside>
      )}
      {banner !== undefined && (
        // Banners overlay the end of the page, so that the layout does not shift when they appear; but they never
        // cover the number pad. Screen readers read them before the page.
        <div
          data-frame="end"
          className="sticky bottom-0 z-20 order-last mx-auto flex w-full max-w-content flex-col gap-2 px-4 pb-[calc(0.75rem+env(safe-area-inset-bottom))] *:shadow-raised empty:hidden max-md:[body:has([data-save-bar])_&]:bottom-20 [body:has([data-install-line])_&]:bottom-15 [body:has([data-keys])_&]:static md:px-6"
        >
          {banner}
        </div>
      )}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-content flex-1 px-4 pt-5 pb-3 md:px-6 md:py-8 short:py-2"
      >
        {children}
      </main>
      <ShellFooter operator={operator} />
      {ShellDrawer && (
        <ShellDrawer
          isOpen={isDrawerOpen}
          onClose={() => setIsDrawerOpen(false)}
          menus={menus}
          pathname={pathname}
          userId={userId}
          onSignOut={onSignOut}
        />
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { SIGN_IN_PATH } from '#contract/user/auth.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { LogoMark } from '#src/ui/logo-mark.tsx';
import { ThemeToggle } from '#src/ui/theme/theme-toggle.tsx';
import { ShellLink } from './shell-link.tsx';

/** The frame of a page without a session: a sign-in link, and no menu. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="mx-auto flex h-bar-phone max-w-content items-center gap-2 px-4 md:h-bar-desktop md:px-6">
          <LogoMark className="size-10" />
          <span className="flex-1 text-xl font-bold text-leaf-strong">온실</span>
          <ThemeToggle />
          <ShellLink to={SIGN_IN_PATH} className={buttonClass()}>
            로그인
          </ShellLink>
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-content flex-1 px-4 py-5 md:px-6 md:py-8">
        {children}
      </main>
    </div>
  );
}

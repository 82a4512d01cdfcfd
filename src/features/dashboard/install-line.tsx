import X from 'lucide-react/icons/x';
import { useConnectivity } from '#src/api/call/connectivity.ts';
import { useInstall } from '#src/api/worker/install.ts';
import { Button } from '#src/ui/button/button.tsx';
import { IconButton } from '#src/ui/button/icon-button.tsx';

/**
 * Offers the installation in a line over the bottom of the page, so that a late offer does not shift the layout. Banners
 * stand above it, and the page ends above it (src/styles.css).
 */
export function InstallLine() {
  const { canPrompt, showIosHint, prompt, dismiss } = useInstall();
  const isOffline = useConnectivity() === 'offline';
  if (!showIosHint && (!canPrompt || isOffline)) return null;
  return (
    <aside
      aria-label="앱 설치"
      data-install-line
      className="fade-in fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-raised"
    >
      <div className="mx-auto flex max-w-content items-center gap-1 py-1 pr-1 pl-4 md:px-6">
        <p className="min-w-0 flex-1 leading-tight">
          {showIosHint ? '공유 버튼의 ‘홈 화면에 추가’로 설치됩니다' : '설치하면 신호 없이도 열립니다'}
        </p>
        {!showIosHint && (
          <Button variant="quiet" onClick={() => void prompt()} className="px-3">
            설치
          </Button>
        )}
        <IconButton label="설치 안내 닫기" onClick={dismiss}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
    </aside>
  );
}

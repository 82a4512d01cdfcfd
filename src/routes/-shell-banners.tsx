import { useState } from 'react';
import { useConnectivity } from '#src/api/call/connectivity.ts';
import { useSession } from '#src/api/session/session.ts';
import { canWorkOffline, useUpdate } from '#src/api/worker/register-worker.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ClockBanner } from './-clock-banner.tsx';

/** Banners of the shell: no connection, an unconfirmed session, a new version. */
export function ShellBanners() {
  const connectivity = useConnectivity();
  const { data: session } = useSession();
  const update = useUpdate();
  const [isEmptiedSeen, setIsEmptiedSeen] = useState(false);
  return (
    <>
      {session?.isEmptied && !isEmptiedSeen && (
        <Banner tone="warn" onClose={() => setIsEmptiedSeen(true)}>
          브라우저가 이 기기에 저장해 둔 값을 지웠습니다. 지금 다시 받고 있습니다.
        </Banner>
      )}
      <ClockBanner />
      {connectivity === 'captive' && (
        <Banner tone="warn">
          이 와이파이는 먼저 로그인해야 합니다. 브라우저에서 와이파이 로그인 화면을 열어 주세요.
        </Banner>
      )}
      {!canWorkOffline() && (
        <Banner tone="info">이 주소는 보안 연결(HTTPS)이 아니어서 연결되어 있을 때만 쓸 수 있습니다.</Banner>
      )}
      {connectivity === 'offline' && (
        <Banner tone="offline">연결되지 않았습니다. 이 기기에 저장된 값을 보여 드립니다.</Banner>
      )}
      {connectivity !== 'offline' && session?.isOffline && (
        <Banner tone="offline">서버에 연결하고 있습니다. 그동안 이 기기에 저장된 값을 보여 드립니다.</Banner>
      )}
      {update.isReady && (
        <Banner
          tone="info"
          action={
            <Button variant="secondary" onClick={update.apply}>
              지금 바꾸기
            </Button>
          }
        >
          새 버전이 준비되었습니다. 바꾸어도 적어 둔 것은 이 기기에 그대로 남습니다.
        </Banner>
      )}
    </>
  );
}

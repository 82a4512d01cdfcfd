import { useState } from 'react';
import { browserStorage } from '#src/api/call/browser-storage.ts';
import { useClockSkew, useIsClockSetBack } from '#src/api/call/server-clock.ts';
import { formatDuration } from '#src/lib/format-date.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';

/** localStorage key: the banner was closed. */
const SHOWN_KEY = 'onsil.clock-told';

/** Reports once that the device's clock is wrong; and that ages are uncertain, as long as they are. */
export function ClockBanner() {
  const skewMs = useClockSkew();
  const isSetBack = useIsClockSetBack();
  const [wasTold, setWasTold] = useState(() => browserStorage.getItem(SHOWN_KEY) !== null);
  if (isSetBack) {
    return (
      <Banner tone="warn">
        이 기기의 시계가 뒤로 돌아갔습니다. 서버에 다시 연결될 때까지는 자료가 표시된 것보다 더 오래되었을 수 있습니다.
      </Banner>
    );
  }
  if (skewMs === null || wasTold) return null;
  function handleClose() {
    browserStorage.setItem(SHOWN_KEY, '1');
    setWasTold(true);
  }
  return (
    <Banner tone="warn" onClose={handleClose}>
      이 기기의 시계가 {formatDuration(Math.abs(skewMs))} {skewMs > 0 ? '늦습니다' : '빠릅니다'}. 화면의 시각은 서버의
      시계를 따르지만, 기기의 시계도 맞춰 주세요.
    </Banner>
  );
}

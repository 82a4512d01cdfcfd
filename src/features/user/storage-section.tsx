import { useEffect, useState } from 'react';
import { formatNumber } from '#src/lib/format-number.ts';
import { formatSize } from '#src/lib/format-size.ts';
import { type StorageSpace, storageSpace } from '#src/offline/storage-space.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';

/** From this share on the browser may soon refuse writes or evict the storage. */
const NEARLY_FULL = 0.7;

/** How much storage the app uses on this device; nothing if the browser does not say. */
export function StorageSection() {
  const [space, setSpace] = useState<StorageSpace>();
  useEffect(() => {
    void storageSpace().then(setSpace);
  }, []);
  if (!space) return null;
  const { used, quota } = space;
  return (
    <FormSection title="저장 공간" lead="연결 없이 볼 수 있도록 본 기록을 기기에 둡니다.">
      <p className="tabular">
        <strong className="font-semibold">{formatSize(used)}</strong> 사용 · 브라우저가 내준 {formatSize(quota)} 가운데{' '}
        {shareWords(used / quota)}
      </p>
      {used / quota > NEARLY_FULL && (
        <Banner tone="warn">
          저장 공간이 거의 찼습니다. 쓰지 않는 사진이나 앱을 지워 주세요. 그대로 두면 오래된 기록부터 이 기기에서
          빠집니다.
        </Banner>
      )}
    </FormSection>
  );
}

/** '12 %'; a small share is not shown as zero. */
function shareWords(share: number): string {
  return share < 0.01 ? '1 %가 안 됩니다.' : `${formatNumber(share * 100, 0)} %`;
}

import { Link } from '@tanstack/react-router';
import type { Quality } from '#contract/quality/quality.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';

/** Names the devices with readings that were not stored: the sensor states below do not cover them. */
export function UnstoredNotes({ unknown, refusals }: Pick<Quality, 'unknown' | 'refusals'>) {
  const devices = new Map([...unknown, ...refusals].map(({ deviceIndex, deviceName }) => [deviceIndex, deviceName]));
  return [...devices].map(([index, name]) => (
    <Banner
      key={index}
      tone="warn"
      action={
        <Link
          to="/cms/device/device-edit/$deviceId"
          params={{ deviceId: String(index) }}
          search={{ tab: 'connect' }}
          className={buttonClass('secondary')}
        >
          장치 보기
        </Link>
      }
    >
      {name}에서 온 값 가운데 받지 않는 것이 있습니다.
    </Banner>
  ));
}

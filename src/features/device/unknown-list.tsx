import { Link } from '@tanstack/react-router';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import type { DeviceDetail, UnknownSensor } from '#contract/device/device.ts';
import { unknownWords } from '#contract/device/device-text.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatPlain } from '#src/lib/format-number.ts';
import { Button } from '#src/ui/button/button.tsx';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { useUnwantedCodes } from './use-unwanted-codes.ts';

type UnknownListProps = { device: Pick<DeviceDetail, 'index'>; unknown: readonly UnknownSensor[]; mayEdit: boolean };

/** Codes of the device without a sensor, each with a link to register it; nothing if there are none. */
export function UnknownList({ device, unknown, mayEdit }: UnknownListProps) {
  const { drop, isBusy } = useUnwantedCodes(device.index);
  if (unknown.length === 0) return null;
  return (
    <ul aria-label="무엇인지 정할 값" className="flex flex-col gap-3">
      {unknown.map(({ code, value, at, count }, place) => (
        <li
          key={code}
          className="fade-in flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-warn-surface px-4 py-3 text-warn-ink"
        >
          <CircleHelp aria-hidden className="size-6 shrink-0" />
          <p className="min-w-0 flex-1 basis-56">
            <strong className="tabular">
              {code} {withParticle(formatPlain(value), '을')} {unknownWords}
            </strong>
            <span className="block text-age">
              {formatDateTime(Date.parse(at))}까지 {count}개를 24시간 동안 맡아 둡니다.
            </span>
          </p>
          {mayEdit && (
            <div className="flex flex-wrap gap-3">
              <Button onClick={() => void drop(code)} isBusy={isBusy}>
                {code} 쓰지 않음
              </Button>
              <Link
                to="/cms/device/sensor-create"
                search={{ device: device.index, code }}
                className={buttonClass(place === 0 ? 'primary' : 'secondary')}
              >
                {code} 정하기
              </Link>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

import { Link } from '@tanstack/react-router';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import OctagonX from 'lucide-react/icons/octagon-x';
import { refusalWords, unknownWords } from '#contract/device/device-text.ts';
import type { Quality } from '#contract/quality/quality.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber, formatPlain } from '#src/lib/format-number.ts';
import { MAX_LISTED } from '#src/lib/list/max-listed.ts';

const linkClass = 'font-bold underline decoration-1 underline-offset-4 hover:decoration-2';

type UnstoredRowsProps = Pick<Quality, 'refusals' | 'unknown'> & { now: number };

/** Recent values of the farm's devices that were not stored: unknown codes, and refused readings with the reason. */
export function UnstoredRows({ unknown, refusals, now }: UnstoredRowsProps) {
  if (unknown.length + refusals.length === 0) return null;
  return (
    <ul aria-label="받지 않은 값" className="flex flex-col gap-3">
      {unknown.slice(0, MAX_LISTED).map(({ deviceIndex, deviceName, code, value }) => (
        <li key={`${deviceIndex} ${code}`} className="flex gap-3">
          <CircleHelp aria-hidden className="mt-0.5 size-5 shrink-0 text-warn-line" />
          <Link to="/cms/device/sensor-create" search={{ device: deviceIndex, code }} className={linkClass}>
            {withParticle(deviceName, '이')} {code} {withParticle(formatPlain(value), '을')} {unknownWords}
          </Link>
        </li>
      ))}
      {unknown.length > MAX_LISTED && (
        <li className="text-ink-soft">그 밖에 모르는 값 {unknown.length - MAX_LISTED}가지</li>
      )}
      {refusals.map((refusal) => (
        <Refused key={`${refusal.deviceIndex} ${refusal.reason}`} refusal={refusal} now={now} />
      ))}
    </ul>
  );
}

function Refused({ refusal, now }: { refusal: Quality['refusals'][number]; now: number }) {
  const { deviceIndex, deviceName, reason, count, lastAt } = refusal;
  const at = Date.parse(lastAt);
  return (
    <li className="flex gap-3">
      <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-warn-line" />
      <p>
        <Link
          to="/cms/device/device-edit/$deviceId"
          params={{ deviceId: String(deviceIndex) }}
          search={{ tab: 'connect' }}
          className={linkClass}
        >
          {deviceName}
        </Link>
        에서 온 값 {formatNumber(count, 0)}개를 받지 않았습니다. {refusalWords[reason]}
        <span className="block text-age text-ink-soft">
          <time dateTime={lastAt}>{formatDateTime(at)}</time> · {formatAge(now - at)}
        </span>
      </p>
    </li>
  );
}

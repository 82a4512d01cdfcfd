import { Link } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type ReactNode, useState } from 'react';
import { attentionOf } from '#contract/quality/attention.ts';
import type { ChannelQuality, Quality } from '#contract/quality/quality.ts';
import { mattersText, needsHandText, troubleText } from '#contract/quality/quality-text.ts';
import type { Outlook } from '#contract/weather/outlook.ts';
import { useWhenCountDue } from '#src/api/outbox/use-when-count-due.ts';
import { formatAge, formatDateTime } from '#src/lib/format-date.ts';
import { MAX_LISTED } from '#src/lib/list/max-listed.ts';
import { Card } from '#src/ui/card.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { ControlRows } from './control-rows.tsx';
import { OutlookRows, warningsOf } from './outlook-rows.tsx';
import { UnstoredRows } from './unstored-rows.tsx';

/** The first screen does not need it. */
const loadUnsentRow = async () => (await import('./unsent-row.tsx')).UnsentRow;

type AttentionListProps = {
  farmIndex: number;
  /** The state of every sensor of the farm: now, or at `copiedAt`. */
  sensors: readonly ChannelQuality[];
  /** The server's findings; undefined while loading. */
  quality: Quality | undefined;
  /** Undefined while loading. */
  outlook: Outlook | undefined;
  inspections: Inspections | undefined;
  /** When the server said what is shown, epoch ms, if that is the device's copy; null while it is news. */
  copiedAt: number | null;
  now: number;
};

/** The inspections of the dashboard: per faulty sensor, and the list of the others (`listed`) with the total. */
export type Inspections = {
  of(sensor: ChannelQuality, open: Quality['inspections']): ReactNode;
  open(
    listed: Quality['inspections'],
    open: Quality['inspections'],
    /** What is shown above, and who is told how many more this device has made and finished since. */
    beside: { troubled: readonly ChannelQuality[]; onMore: (count: number) => void },
  ): ReactNode;
};

/** Frost and heat warnings, and what needs action, each once: sensors as on the sensor page, what is not sent. */
export function AttentionList(props: AttentionListProps) {
  const { farmIndex, sensors, quality, outlook, inspections, copiedAt, now } = props;
  const { part: UnsentRow, fetchPart } = useLazyModule(loadUnsentRow);
  useWhenCountDue(fetchPart);
  const [parked, setParked] = useState(0);
  const [unread, setUnread] = useState(0);
  const { troubled, inspections: listed, count: found } = attentionOf(sensors, quality);
  const count = found + parked + unread;
  const rest = troubled.length - MAX_LISTED;
  const open = quality?.inspections ?? [];
  const waiting = sensors.filter(({ state }) => state === 'waiting');
  return (
    <Card aria-labelledby="attention-title" padding="md" className="flex flex-col gap-2">
      <OutlookRows farmIndex={farmIndex} rows={warningsOf(outlook, now)} now={now} />
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="attention-title" className="text-lg font-bold">
          손볼 일
        </h2>
        {(count > 0 || quality) && (
          <p className={count > 0 ? 'font-bold text-warn-ink' : 'flex items-center gap-2 text-ink-soft'}>
            {count === 0 && <CircleCheck aria-hidden className="size-5 shrink-0" />}
            {copiedAt === null
              ? mattersText(count)
              : `${formatDateTime(copiedAt)} 기준 ${count > 0 ? mattersText(count) : '없음'}`}
          </p>
        )}
        {troubled.length > 0 && (
          <Link
            to="/cms/monitor/quality"
            search={{ farm: farmIndex }}
            className="ml-auto inline-flex min-h-touch items-center font-medium text-leaf underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {needsHandText(troubled.length)}
          </Link>
        )}
      </div>
      {quality && <ControlRows control={quality.control} farmIndex={farmIndex} now={now} />}
      {troubled.length > 0 && (
        <ul className="flex flex-col gap-3">
          {troubled.slice(0, MAX_LISTED).map((sensor) => (
            <Trouble key={sensor.index} sensor={sensor} now={now}>
              {inspections?.of(sensor, open)}
            </Trouble>
          ))}
          {rest > 0 && <li className="text-ink-soft">그 밖에 센서 {rest}개</li>}
        </ul>
      )}
      {inspections?.open(listed, open, { troubled, onMore: setUnread })}
      {UnsentRow && <UnsentRow onParked={setParked} />}
      {quality && <UnstoredRows unknown={quality.unknown} refusals={quality.refusals} now={now} />}
      {/* Needs no action: on a phone only the sensor page shows it, because space is short. */}
      {waiting.length > 0 && (
        <p className={`text-ink-soft ${count > 0 ? 'max-sm:hidden' : ''}`}>
          첫 값을 기다리는 센서: {namesByArea(waiting)}
        </p>
      )}
    </Card>
  );
}

function Trouble({ sensor, now, children }: { sensor: ChannelQuality; now: number; children: ReactNode }) {
  const { state, areaName, name, since } = sensor;
  const Icon = state === 'silent' ? WifiOff : TriangleAlert;
  return (
    <li className="flex gap-3">
      <Icon
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${state === 'silent' ? 'text-offline-ink' : 'text-warn-line'}`}
      />
      <div>
        <p>
          <strong>
            {areaName} {name}
          </strong>{' '}
          {troubleText(sensor)}.
          {since !== null && (
            <span className="block text-age text-ink-soft">
              <time dateTime={new Date(since).toISOString()}>{formatDateTime(since)}</time> · {formatAge(now - since)}
            </span>
          )}
        </p>
        {children}
      </div>
    </li>
  );
}

/** '1동 지온, 연결 시험(시험 온도, 시험 습도)': a house with several sensors is named once. */
function namesByArea(sensors: readonly ChannelQuality[]): string {
  return [...new Set(sensors.map(({ areaName }) => areaName))]
    .map((area) => {
      const names = sensors.filter(({ areaName }) => areaName === area).map(({ name }) => name);
      return names.length > 1 ? `${area}(${names.join(', ')})` : `${area} ${names.join()}`;
    })
    .join(', ');
}

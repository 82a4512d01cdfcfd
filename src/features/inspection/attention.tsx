import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { createInspection } from '#contract/inspection/inspection.ts';
import type { InspectionRow } from '#contract/inspection/inspection-row.ts';
import { isOverdue } from '#contract/inspection/inspection-steps.ts';
import { inspectionStateWords, openInspectionsText } from '#contract/inspection/inspection-text.ts';
import { inspectionOf, proposalsOf } from '#contract/inspection/proposal.ts';
import { type ChannelQuality, quality } from '#contract/quality/quality.ts';
import { seoulDate } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { readQuery } from '#src/api/read/query.ts';
import { MAX_LISTED } from '#src/lib/list/max-listed.ts';
import { InspectionLink } from './inspection-link.tsx';
import { dueWords, targetWords } from './inspection-words.tsx';
import { isListedWhole } from './listed.ts';

const linkClass =
  'inline-flex min-h-touch items-center font-medium text-leaf underline decoration-1 underline-offset-4 hover:decoration-2';

type SensorInspectionProps = {
  farmIndex: number;
  sensor: Pick<ChannelQuality, 'index' | 'state' | 'areaName' | 'name'>;
  /** Whether the user may create one; the server checks it itself. */
  mayCreate: boolean;
};

/** For a faulty sensor: a link to its open inspection, or to a new prefilled one. */
export function SensorInspection({ farmIndex, sensor, mayCreate }: SensorInspectionProps) {
  // The same read as that of the page: asked for once.
  const seen = useQuery(readQuery(quality, { params: { farmId: farmIndex } })).data;
  const open = seen?.value.inspections ?? [];
  const written = useWritten(createInspection, seen).findLast(({ body }) => body?.sensorIndex === sensor.index);
  if (written) {
    const text = written.state === 'sent' ? '점검을 등록했습니다.' : '점검을 등록했습니다. 연결되면 보냅니다.';
    return <p className="text-ink-soft">{text}</p>;
  }
  const found = inspectionOf(sensor.index, open);
  const name = <span className="sr-only">{`${sensor.areaName} ${sensor.name} `}</span>;
  if (found) {
    return (
      <InspectionLink id={found.id} className={linkClass}>
        {name}점검 {inspectionStateWords[found.state]} 보기
      </InspectionLink>
    );
  }
  if (!mayCreate || proposalsOf([sensor], open).length === 0) return null;
  return (
    <Link to="/cms/device/inspection-create" search={{ farm: farmIndex, sensor: sensor.index }} className={linkClass}>
      {name}점검 등록
    </Link>
  );
}

type OpenInspectionsProps = {
  farmIndex: number;
  /** The inspections shown here, most urgent first. */
  listed: readonly InspectionRow[];
  /** All unfinished inspections: those of sensors are shown with the sensors above. */
  open: readonly InspectionRow[];
};

/** The open inspections of a farm; the total is shown if the list is incomplete. Nothing if there are none. */
export function OpenInspections({ farmIndex, listed, open }: OpenInspectionsProps) {
  const today = seoulDate(useNow());
  if (open.length === 0) return null;
  const overdue = open.filter((one) => isOverdue(one, today));
  return (
    <div className="flex flex-col">
      {!isListedWhole(listed, open) && (
        <Link to="/cms/device/inspection-manage" search={{ farm: farmIndex }} className={linkClass}>
          {openInspectionsText(open.length, overdue.length, open.length - listed.length)}
        </Link>
      )}
      {listed.length > 0 && (
        <ul aria-label="열린 점검" className="flex flex-col gap-3">
          {listed.slice(0, MAX_LISTED).map((one) => (
            <li key={one.id} className="flex gap-3">
              <ClipboardList
                aria-hidden
                className={`mt-0.5 size-5 shrink-0 ${overdue.includes(one) ? 'text-warn-line' : 'text-ink-soft'}`}
              />
              <p>
                <InspectionLink
                  id={one.id}
                  className="font-bold underline decoration-1 underline-offset-4 hover:decoration-2"
                >
                  {one.title}
                </InspectionLink>
                <span className="block text-age text-ink-soft">
                  {[
                    targetWords(one),
                    inspectionStateWords[one.state],
                    one.dueOn && `${dueWords(one.dueOn)}까지${overdue.includes(one) ? ', 기한 지남' : ''}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </p>
            </li>
          ))}
          {listed.length > MAX_LISTED && <li className="text-ink-soft">그 밖에 점검 {listed.length - MAX_LISTED}건</li>}
        </ul>
      )}
    </div>
  );
}

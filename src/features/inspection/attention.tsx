import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { useEffect } from 'react';
import {
  createInspection,
  deleteInspection,
  getInspection,
  type NewInspection,
  stepInspection,
} from '#contract/inspection/inspection.ts';
import type { InspectionRow } from '#contract/inspection/inspection-row.ts';
import { byUrgency, isOverdue } from '#contract/inspection/inspection-steps.ts';
import { inspectionStateWords, openInspectionsText } from '#contract/inspection/inspection-text.ts';
import { inspectionOf, proposalsOf } from '#contract/inspection/proposal.ts';
import { type ChannelQuality, type Quality, quality } from '#contract/quality/quality.ts';
import { seoulDate } from '#contract/time/time.ts';
import { queuedWords } from '#contract/wire/write-text.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import { useDeletions } from '#src/api/outbox/use-deletions.ts';
import { useWritten, type Written } from '#src/api/outbox/use-written.ts';
import { readQuery } from '#src/api/read/query.ts';
import { MAX_LISTED } from '#src/lib/list/max-listed.ts';
import type { WrittenState } from '#src/offline/outbox/entry.ts';
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
  const open = useOpenInspections(farmIndex);
  const found = inspectionOf(sensor.index, open);
  const name = <span className="sr-only">{`${sensor.areaName} ${sensor.name} `}</span>;
  if (found) {
    return (
      <InspectionLink id={found.id} className={linkClass}>
        {name}점검 {inspectionStateWords[found.state]} 보기
        {found.queued && ` · ${queuedWords[found.queued]}`}
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
  /** The sensors above: their inspections are shown with them. */
  troubled: readonly Pick<ChannelQuality, 'index'>[];
  /** How many inspections of anything else the server's list has. */
  counted: number;
  /** Is told how many more there are with what this device has made and finished since; less than 0 for fewer. */
  onMore: (count: number) => void;
};

/** The open inspections of a farm; the total is shown if the list is incomplete. Nothing if there are none. */
export function OpenInspections({ farmIndex, troubled, counted, onMore }: OpenInspectionsProps) {
  const today = seoulDate(useNow());
  const open = useOpenInspections(farmIndex);
  const listed = open.filter(({ sensorIndex }) => !troubled.some(({ index }) => index === sensorIndex));
  const more = listed.length - counted;
  useEffect(() => onMore(more), [onMore, more]);
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
                    one.queued && queuedWords[one.queued],
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

/** An open inspection, with the state of the last write to it that the server's list does not have yet. */
type OpenInspection = Pick<
  InspectionRow,
  'id' | 'deviceIndex' | 'sensorIndex' | 'target' | 'title' | 'state' | 'dueOn' | 'createdAt'
> & { queued?: WrittenState | undefined };

/**
 * The open inspections of a farm, the most urgent first: those of the server, and those made on this device since, as
 * it left them. One that it finished or deleted is not open any more; one that it opened again is missing, because the server's
 * list does not have it.
 */
function useOpenInspections(farmIndex: number): readonly OpenInspection[] {
  // The same read as that of the page: asked for once.
  const seen = useQuery(readQuery(quality, { params: { farmId: farmIndex } })).data;
  const steps = useWritten(stepInspection, seen);
  const made = useWritten(createInspection, seen);
  const leavingOf = useDeletions(deleteInspection, seen);
  const isGone = ({ id }: OpenInspection) => (leavingOf(id) ?? 'attention') !== 'attention';
  const stored: readonly OpenInspection[] = seen?.value.inspections ?? [];
  const unread = made.flatMap(({ state, createdAt, body }) =>
    body?.id === undefined || body.farmIndex !== farmIndex || stored.some(({ id }) => id === body.id)
      ? []
      : [{ ...rowOf({ ...body, id: body.id }, createdAt, seen?.value.channels ?? []), queued: state }],
  );
  const listed = [...stored, ...unread];
  const reopened = useReopened(
    farmIndex,
    steps.filter(({ params }) => !listed.some(({ id }) => id === params.id)),
  );
  const withSteps = (one: OpenInspection): OpenInspection => {
    const taken = steps.filter(({ params }) => params.id === one.id);
    const state = taken.findLast((step) => step.state !== 'attention')?.body?.state ?? one.state;
    return { ...one, state, queued: one.queued ?? taken.at(-1)?.state };
  };
  return [...listed, ...reopened]
    .map(withSteps)
    .filter((one) => one.state !== 'done' && !isGone(one))
    .sort(byUrgency);
}

/** What these steps open again, which the server's list has not: as it was seen on this device. */
function useReopened(farmIndex: number, steps: readonly Written<typeof stepInspection>[]): readonly OpenInspection[] {
  const ids = new Set(
    steps.flatMap(({ params, state, body }) =>
      state === 'attention' || body?.state === 'done' ? [] : [String(params.id)],
    ),
  );
  const found = useQueries({ queries: [...ids].map((id) => readQuery(getInspection, { params: { id } })) });
  return found.flatMap(({ data }) => (data?.value.farmIndex === farmIndex ? [data.value] : []));
}

/** A queued creation as a row; of its subject only the names of sensors are known. */
function rowOf(
  { id, deviceIndex, sensorIndex, title, dueOn, at }: NewInspection & { at?: string | undefined },
  queuedAt: number,
  sensors: Quality['channels'],
): OpenInspection {
  const sensor = sensors.find(({ index }) => index === sensorIndex);
  const target = sensor ? `${sensor.areaName} ${sensor.name}` : null;
  const createdAt = at ?? new Date(queuedAt).toISOString();
  return { id, deviceIndex, sensorIndex, target, title, state: 'received', dueOn, createdAt };
}

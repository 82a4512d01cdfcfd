import { useQuery } from '@tanstack/react-query';
import { type Control, controlLog } from '#contract/control/control-calls.ts';
import { seoulDate } from '#contract/time/time.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { NoAnswerError } from '#src/api/call/errors.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { Dated } from '#src/lib/data-age.ts';
import type { LogNarrowing } from './log-filters.tsx';

/** Lines of a page. */
export const ROWS = 50;
/** So many of the newest lines are read at once: the first pages, and what is filtered without a server. */
const NEWEST = 200;

type Decision = AnswerOf<typeof controlLog>['rows'][number];

type Log = {
  /** The lines of the page; undefined until they are read. */
  rows: readonly Decision[] | undefined;
  total: number;
  seen: Dated | undefined;
  /** Set where the server cannot be asked: only so many of the newest lines were looked through. */
  lookedThrough: number | null;
};

/** A page of the log. Without a server, filters that were not asked before look through the newest lines. */
export function useLog(
  farmIndex: number,
  { page = 1, ...narrowing }: LogNarrowing & { page?: number },
  actuators: Control['actuators'],
): Log {
  const { day, ...by } = narrowing;
  const isNarrowed = Object.values(narrowing).some((one) => one !== undefined);
  const isAmongNewest = !isNarrowed && page * ROWS <= NEWEST;
  const params = { id: farmIndex };
  const newest = useQuery(readQuery(controlLog, { params, query: { page: 1, size: NEWEST } }));
  const asked = useQuery({
    ...readQuery(controlLog, { params, query: { page, size: ROWS, ...by, from: day, to: day } }),
    enabled: !isAmongNewest,
  });
  const isUnanswered = !isAmongNewest && !asked.data && asked.error instanceof NoAnswerError && isNarrowed;
  const read = isAmongNewest || isUnanswered ? newest : asked;
  if (read.isError && !read.data) throw read.error;
  if (read === asked) {
    return { rows: asked.data?.value.rows, total: asked.data?.value.total ?? 0, seen: asked.data, lookedThrough: null };
  }
  const all = newest.data?.value.rows;
  const found = isUnanswered ? all?.filter((row) => isAbout(row, narrowing, actuators)) : all;
  return {
    rows: found?.slice((page - 1) * ROWS, page * ROWS),
    total: isUnanswered ? (found?.length ?? 0) : (newest.data?.value.total ?? 0),
    seen: newest.data,
    lookedThrough: isUnanswered ? (all?.length ?? 0) : null,
  };
}

/** Whether the server would list a line under these filters. */
function isAbout(
  { at, actuator, rule, outcome }: Decision,
  wanted: LogNarrowing,
  actuators: Control['actuators'],
): boolean {
  const area = () => actuators.find(({ channel }) => channel === actuator)?.areaName;
  return (
    (wanted.actuator === undefined || wanted.actuator === actuator) &&
    (wanted.area === undefined || wanted.area === area()) &&
    (wanted.rule === undefined || wanted.rule === rule) &&
    (wanted.outcome === undefined || wanted.outcome === outcome) &&
    (wanted.day === undefined || wanted.day === seoulDate(at))
  );
}

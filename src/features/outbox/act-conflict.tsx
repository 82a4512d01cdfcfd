import { calibrateInInspection, stepInspection } from '#contract/inspection/inspection.ts';
import { needsReason, nextStates } from '#contract/inspection/inspection-steps.ts';
import { inspectionStateWords } from '#contract/inspection/inspection-text.ts';
import { queryName } from '#src/api/call/query-name.ts';
import { formatPlain } from '#src/lib/format-number.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';

/** The conflict of an act, such as a step: it has no fields to compare, but was made on what its author saw. */
type ActConflict = {
  /** What is there now, and what can be done about it, in sentences. */
  words: string;
  /** The same act on what is there now, JSON; undefined where it is not possible from there. */
  body: string | undefined;
};

/** The conflict of a queued act; undefined if it is none, or the server did not say what is there now. */
export function actConflictOf({
  state,
  endpoint,
  body,
  lastError,
}: Pick<Entry, 'state' | 'endpoint' | 'body' | 'lastError'>): ActConflict | undefined {
  if (state !== 'conflict' || body === null) return undefined;
  const { current }: { current?: unknown } = Object(Object(lastError?.body).details);
  const seenNow: unknown = { ...JSON.parse(body), seen: current };
  if (endpoint === queryName(stepInspection)) return stepConflict(seenNow);
  return endpoint === queryName(calibrateInInspection) ? calibrationConflict(seenNow) : undefined;
}

/**
 * What a conflict without anything to compare sends again, JSON: on what is there now. It has to go as another write,
 * for the server repeats what it answered to the key of the first.
 */
export function againOf(entry: Entry): string | undefined {
  if (entry.state !== 'conflict' || entry.body === null) return undefined;
  const act = actConflictOf(entry);
  return act ? act.body : entry.body;
}

function stepConflict(seenNow: unknown): ActConflict | undefined {
  const { data } = stepInspection.body.safeParse(seenNow);
  if (!data?.seen) return undefined;
  const { state: to, reason, seen } = data;
  const isNext = nextStates(seen.state).includes(to);
  const isMute = needsReason(seen.state, to) && reason === '';
  const now = `지금 상태는 ${inspectionStateWords[seen.state]}입니다.`;
  if (isNext && !isMute) {
    return { words: `${now} 다시 보내면 ${inspectionStateWords[to]} 상태로 바꿉니다.`, body: JSON.stringify(data) };
  }
  const why = isNext
    ? '다시 열려면 이유를 적어야 합니다.'
    : `여기에서 바로 ${inspectionStateWords[to]} 상태로 바꿀 수 없습니다.`;
  return { words: `${now} ${why} 이것은 버리고 점검에서 다시 골라 주세요.`, body: undefined };
}

/** A calibration does not hang on the one before: what it adds was found without that. Its author decides all the same. */
function calibrationConflict(seenNow: unknown): ActConflict | undefined {
  const { data } = calibrateInInspection.body.safeParse(seenNow);
  if (!data?.seen) return undefined;
  const now = `지금 더하고 있는 값은 ${formatPlain(data.seen.correction)}입니다.`;
  return { words: `${now} 다시 보내면 적은 날부터 적은 값을 그 대신 더합니다.`, body: JSON.stringify(data) };
}

import { actuatorRows } from '#contract/control/actuator.ts';
import type { Control } from '#contract/control/control-calls.ts';
import type { Layer } from '#contract/control/decision.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { faultSentence } from '#contract/control/words/fault-text.ts';
import { tripSentence } from '#contract/control/words/interlock-text.ts';
import { nextSentence } from '#contract/control/words/next-text.ts';
import { figurePhrase } from '#contract/control/words/phrases-text.ts';
import { endWords } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { formatAge, formatClock, formatDate, formatDateTime, formatDuration } from '#src/lib/format-date.ts';
import { HOLD_HINT } from '#src/ui/button/hold-button.tsx';
import { type HandEnd, mostLitres } from './hand-end.ts';
import type { KeyState } from './use-held-key.ts';

export type ActuatorNow = Control['actuators'][number];
type State = Pick<ActuatorNow, 'type' | 'levelPct' | 'lastPct' | 'stateAt' | 'isMoving' | 'isEstimated' | 'endsAt'>;

/** Its house and its name: '3동 관수 밸브'. */
export const titleOf = ({ areaName, name }: Pick<ActuatorNow, 'areaName' | 'name'>) => `${areaName} ${name}`.trim();

export const NO_LINK_WORDS = '연결되지 않아 장비를 움직일 수 없습니다. 급하면 현장 스위치를 쓰세요.';

/** The states of a command, in the words of growers. */
export const commandWords: {
  readonly [State in NonNullable<ActuatorNow['command']>['state']]: string;
} = {
  asked: '시킴',
  sent: '보냄',
  accepted: '받음',
  running: '동작 중',
  done: '끝남',
  refused: '거절됨',
  expired: '시간 지남',
  unproved: '확인 안 됨',
};

/** What is true while a key is held and after it. */
export const keyWords: { readonly [State in KeyState]: string } = {
  sent: '움직이라고 보내는 중입니다.',
  held: '손을 떼면 멈춥니다.',
  stopping: '멈추는 중입니다.',
  lost: '멈추라는 말이 닿지 않았습니다. 늦어도 10초 안에 저절로 멈춥니다.',
  idle: HOLD_HINT,
};

/** The actuator's state at `now`, epoch ms: a stale state, as in a copy from hours ago, becomes unknown. */
export function knownAt<Actuator extends State>(actuator: Actuator, now: number): Actuator {
  if (staleness(actuator.stateAt, MINUTE_MS, now).tone !== 'lost') return actuator;
  return { ...actuator, levelPct: null, isMoving: false, isEstimated: false, endsAt: null, source: null, fault: null };
}

/**
 * Its state: '켜짐', '35 % 열림', '35 % 열림 (추정)' where nothing has measured it; '상태 모름' if its controller does not
 * report.
 */
export function stateWords({ type, levelPct, isMoving, isEstimated }: State): string {
  if (levelPct === null) return '상태 모름';
  return levelWords(type, levelPct) + (isEstimated ? ' (추정)' : '') + (isMoving ? ', 움직이는 중' : '');
}

/** What its controller says is wrong with it; '' without a fault. */
export function faultWords({ fault = null }: Pick<ActuatorNow, 'fault'>): string {
  return fault === null ? '' : faultSentence(fault);
}

function levelWords(type: ActuatorNow['type'], levelPct: number): string {
  if (actuatorRows[type].kind !== 'position') return levelPct > 0 ? '켜짐' : '꺼짐';
  const [shut, open] = endWords(type);
  // Slightly open must not be shown as closed.
  return levelPct === 0 ? shut : `${Math.max(1, Math.round(levelPct))} % ${open}`;
}

/** What a hand does with a motor, on its keys. */
export function motorVerbs(type: ActuatorNow['type']): { open: string; shut: string } {
  return type === 'CURTAIN' ? { open: '펼치기', shut: '걷기' } : { open: '열기', shut: '닫기' };
}

/** The age of its state, and the last known state if the current one is unknown. */
export function stateAgeWords({ type, levelPct, lastPct, stateAt }: State, now: number): string {
  if (stateAt === null || lastPct === null) return '상태가 들어온 적이 없습니다.';
  const age = formatAge(now - Date.parse(stateAt));
  return levelPct === null ? `마지막으로 들어온 상태: ${levelWords(type, lastPct)} (${age})` : `${age} 들어온 상태`;
}

/** Whether it runs or is open, if known. */
export function isRunning({ levelPct, isMoving }: State): boolean {
  return isMoving || (levelPct ?? 0) > 0;
}

type Stopped = State &
  Pick<ActuatorNow, 'name' | 'areaName' | 'isReachable'> & {
    settings: Pick<ActuatorNow['settings'], 'isCommanded'>;
  };

type Stop = Pick<NonNullable<Control['stopAll']>, 'endsAt' | 'by'>;

/**
 * That everything is stopped, by whom and until when. From a copy of `copyAt`, epoch ms, only what was true then: the stop
 * may have been lifted since.
 */
export function stopWords(stop: Stop, now: number, copyAt?: number): string {
  const endsAt = Date.parse(stop.endsAt);
  if (copyAt !== undefined) {
    return `${formatClock(copyAt)}에는 모두 정지 중이었습니다. 따로 풀지 않았으면 ${formatClock(endsAt)}에 끝납니다 (${stop.by} 님).`;
  }
  const leftMin = Math.max(1, Math.ceil((endsAt - now) / MINUTE_MS));
  return `모두 정지 중입니다. ${formatClock(endsAt)}까지 ${leftMin}분 남았습니다 (${stop.by} 님).`;
}

/**
 * What goes on although everything is to stop: '아직 멈추지 않은 장비: 3동 관수 밸브 (제어기 연결 끊김). …'; '' once all
 * stand. What was on when its controller was heard last counts as on; a motor that stands still may be open.
 */
export function notStoppedWords(actuators: readonly Stopped[]): string {
  const goesOn = ({ type, levelPct, lastPct, isMoving }: State) =>
    actuatorRows[type].kind === 'position' ? isMoving : (levelPct ?? lastPct ?? 0) > 0;
  const left = actuators.filter((one) => one.settings.isCommanded && goesOn(one));
  if (left.length === 0) return '';
  const names = left.map((one) => titleOf(one) + (one.isReachable ? '' : ' (제어기 연결 끊김)'));
  const advice = left.some((one) => !one.isReachable) ? ' 연결되면 멈춥니다. 급하면 현장 스위치를 쓰세요.' : '';
  return `아직 멈추지 않은 장비: ${names.join(', ')}.${advice}`;
}

type Running = Pick<ActuatorNow, 'since' | 'isSinceSeen' | 'endsAt' | 'givenLitres' | 'override'>;

/** Start and end of running: '14:02부터 12분째, 120 L 줌, 14:32에 저절로 끝남'; '' if all are unknown. */
export function runWords({ endsAt, givenLitres, override, ...begin }: Running, now: number): string {
  const begun = begunWords(begin, now);
  const ends = endsAt === null ? '' : `${formatClock(Date.parse(endsAt))}에 저절로 끝남`;
  const asked = override?.litres ? `${figurePhrase(override.litres)} L` : '';
  const given = givenLitres === null ? '' : `${asked && `${asked} 중 `}${figurePhrase(Math.round(givenLitres))} L 줌`;
  const uncounted = asked && givenLitres === null ? `${asked}를 유량계 없이 시간으로 줌` : '';
  return [begun, given, uncounted, ends].filter(Boolean).join(', ');
}

/** Since when it runs, as far as the server has seen it: '14:02부터 12분째', '14:02 이전부터 (언제부터인지 모름)'. */
function begunWords({ since, isSinceSeen }: Pick<Running, 'since' | 'isSinceSeen'>, now: number): string {
  if (since === null) return '';
  const at = Date.parse(since);
  if (!isSinceSeen) return `${momentWords(at, now)} 이전부터 (언제부터인지 모름)`;
  return `${momentWords(at, now)}부터${now - at < MINUTE_MS ? '' : ` ${formatDuration(now - at)}째`}`;
}

/** An instant, with its date when it is of another day. */
function momentWords(at: number, now: number): string {
  return seoulDate(at) === seoulDate(now) ? formatClock(at) : formatDateTime(at);
}

/** Whether a lock is a person's, who has to lift it; one with an end is told for a while. */
export function isRepair(lock: ActuatorNow['lockOut']): lock is NonNullable<ActuatorNow['lockOut']> & { endsAt: null } {
  return lock !== null && lock.endsAt === null;
}

/** What an interlock that is active now allows: '지금은 30 %까지만 열립니다 (바람이 셈).' */
export function limitedWords(type: ActuatorNow['type'], { by, mostPct }: NonNullable<ActuatorNow['limit']>): string {
  if (actuatorRows[type].kind !== 'position') return `지금은 켤 수 없습니다 (${by}).`;
  return mostPct === 0 ? `지금은 열 수 없습니다 (${by}).` : `지금은 ${mostPct} %까지만 열립니다 (${by}).`;
}

type Ending = { minutes: number | null; longestMin: number; now: number };

/** The interlocks that the owner has switched off: '꺼 둔 인터록: 바람이 셈 (김씨 님, 비닐을 걷음)'; '' without any. */
export function offWords({ interlocksOff = [] }: ActuatorNow): string {
  const listed = interlocksOff.map(({ name, by, reason }) => `${name} (${by} 님, ${reason})`);
  return listed.length > 0 ? `꺼 둔 인터록: ${listed.join(', ')}` : '';
}

/** When manual control ends, or what is missing to know it. */
export function handEndWords(end: HandEnd, settings: ActuatorNow['settings'], { minutes, longestMin, now }: Ending) {
  if (minutes === null) {
    return 'litres' in end
      ? '줄 물 양을 넣어 주세요.'
      : `앞으로 ${formatDuration(longestMin * MINUTE_MS)} 안의 시각을 넣어 주세요.`;
  }
  const at = formatClock(now + minutes * MINUTE_MS);
  if (!('litres' in end)) return `${at}에 끝나고 규칙으로 돌아갑니다.`;
  const most = mostLitres(settings, longestMin);
  const short =
    most !== null && (end.litres ?? 0) > most
      ? ` 한 번 최대 가동까지라 ${figurePhrase(Math.floor(most))} L쯤 줍니다.`
      : '';
  const counted = settings.flowChannel === null ? '유량계가 없어 정상 유량으로 시간을 셉니다.' : '다 주면 멈춥니다.';
  return `${counted} 늦어도 ${at}에 끝나고 규칙으로 돌아갑니다.${short}`;
}

/**
 * How many more moves there are from `begin` (epoch ms) on, before the last one listed; '' without any. `rows` are the
 * newest of the days of the range, `total` counts all of these days: where `begin` is beyond the rows, only from its day on
 * can be told.
 */
export function earlierWords<Row extends { at: number }>(
  { rows, total }: { rows: readonly Row[]; total: number },
  lastListed: Row,
  begin: number,
): string {
  const left = rows.slice(rows.indexOf(lastListed) + 1);
  const isReached = rows.length >= total || (rows.at(-1)?.at ?? begin) < begin;
  const inRange = left.filter(({ at }) => at >= begin).length;
  if (isReached) return inRange > 0 ? `이보다 앞의 ${inRange}번은 판단 기록에 있습니다.` : '';
  return `이보다 앞의 것은 ${formatDate(begin)}부터 모두 ${total - (rows.length - left.length)}번이고, 판단 기록에 있습니다.`;
}

/** The next irrigation of a valve and its rule, and what stands against it; '' if none is planned. */
export function nextWaterWords(
  { next, lockOut, trip }: Pick<ActuatorNow, 'next' | 'lockOut' | 'trip'>,
  now: number,
): string {
  if (!next) return '';
  const held = trip || isRepair(lockOut) ? ' 그 전에 풀려 있어야 줍니다.' : '';
  return `다음: ${nextSentence(next.family, Date.parse(next.at), now)} ('${next.ruleName}' 규칙).${held}`;
}

/** Layers above a hand that move equipment, or keep it from moving. */
const overruling: ReadonlySet<Layer> = new Set(['frost', 'interlock']);

type Held = Pick<ActuatorNow, 'lockOut' | 'trip' | 'override' | 'last' | 'ruleName' | 'name'>;

/**
 * Who controls it, and why it is in this state. What happens on the spot comes first: the server waits for it, whatever it
 * decides.
 */
export function holderWords(actuator: Held & Pick<ActuatorNow, 'source'>, now: number): string {
  const held = heldWords(actuator, now);
  if (actuator.source === 'local') return `현장에서 손으로 조작 중이라 서버가 움직이지 않습니다. ${held}`;
  // The decision that it kept back says so already, where no hand is told of in its place.
  const isSaid = actuator.last?.reason === 'GUARDED' && actuator.override === null;
  return actuator.source === 'guard' && !isSaid ? `제어기가 현장 보호로 움직이는 중입니다. ${held}` : held;
}

/** What the server has to say of it: a lock, a trip, a hand, or its last decision. */
function heldWords(actuator: Held, now: number): string {
  const { lockOut, trip, override, last, ruleName, name } = actuator;
  if (lockOut?.endsAt)
    return `${lockOut.reason}: ${formatClock(Date.parse(lockOut.endsAt))}까지 켜지 않음 (${lockOut.by} 님)`;
  if (lockOut) return `정비 잠금: ${lockOut.by} 님 (${lockOut.reason})`;
  if (trip) return `${momentWords(Date.parse(trip.at), now)} 차단됨: ${tripSentence(trip.by)}`;
  const decided =
    last &&
    `${momentWords(last.at, now)} ${decisionSentence(last, name)}${ruleName === null ? '' : ` · 규칙 ${ruleName}`}`;
  if (override) {
    const hand = `직접 조작: ${override.by} 님, ${formatClock(Date.parse(override.endsAt))}까지`;
    // Frost and interlocks go before a hand: it still holds, but something else says how the equipment stands.
    const isOverruled = last !== null && overruling.has(last.layer) && last.at >= Date.parse(override.setAt);
    return isOverruled ? `${decided}. ${hand}` : hand;
  }
  // What was held a moment ago is told no longer, though nothing has been decided since.
  if (last?.reason === 'TRIPPED' || last?.reason === 'LOCKED_OUT') return '방금 풀렸습니다. 곧 다시 판단합니다.';
  return decided ?? '지금 이 장비를 움직이려는 규칙이 없습니다.';
}

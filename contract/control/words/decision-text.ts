import { dateTimeText } from '../../time/date-text.ts';
import { seoulClock, seoulDate } from '../../time/time.ts';
import { PEOPLE_INSIDE } from '../control-text.ts';
import type { Refusal } from '../controller/command.ts';
import type { DecisionRow, Figure, FigureName, Outcome, Reason } from '../decision.ts';
import { tripCause } from './interlock-text.ts';
import { figurePhrase, minutesPhrase } from './phrases-text.ts';

/** The outcome, as the first part of a log entry. */
const outcomeWords: { readonly [Name in Outcome]: string } = {
  started: '켬',
  stopped: '끔',
  kept: '그대로',
  blocked: '막힘',
  yielded: '양보',
  waiting: '기다림',
  skipped: '건너뜀',
  suspended: '쉼',
  resumed: '다시 시작',
  noted: '알림',
};

type Said = {
  /** What a target rule holds. */
  held: FigureName;
  /** The value of a figure with its unit: '30.2 %', or '-' where it is missing. */
  value(name: FigureName): string;
  /** The limit a figure is compared with, with its unit. */
  limit(name: FigureName): string;
  /** All figures with their limits in brackets, after a colon; '' without any. */
  listed: string;
  /** What caused it; '-' for nothing. */
  by: string;
  /** The same in brackets; '' for nothing. */
  blamed: string;
};

/** The reason, and what would change it; one part where nothing has to change. */
type Sentence = (said: Said) => readonly [why: string, change?: string];

/** What water waited for, by the reason that kept it back; its turn where that says nothing else. */
const waitedWords: ReadonlyMap<string, string> = new Map<Reason, string>([
  ['COLD', '추워서'],
  ['AIR_UNKNOWN', '공기 온도를 몰라'],
  ['CLOCK', '시계가 맞지 않아'],
  ['STATE_UNKNOWN', '장비의 상태를 몰라'],
  ['LOCAL', '현장에서 조작하고 있어'],
  ['STOPPED_ALL', '모두 정지라'],
  ['LOCKED_OUT', '정비 잠금이라'],
  ['TRIPPED', '장비가 차단되어'],
  ['INTERLOCK', '인터록에 막혀'],
  ['NOT_COMMANDED', '제어를 허용하지 않아'],
  ['DAILY_MAX', '장비가 하루 최대에 닿아'],
  ['DAY_TOO_SHORT', '장비가 하루 최대에 닿아'],
]);

const sentences: { readonly [Name in Reason]: Sentence } = {
  STOPPED_ALL: () => ['모두 정지 중', '해제하거나 시간이 지나면 다시 판단'],
  LOCKED_OUT: ({ by }) =>
    by === PEOPLE_INSIDE
      ? [by, '모두 나오거나 시간이 지나면 다시 판단']
      : [`정비 잠금 (${by})`, '잠금을 풀면 다시 판단'],
  TRIPPED: ({ by }) => [`차단됨 (${tripCause(by)})`, '확인하고 해제하면 다시 판단'],
  FROST: ({ value, limit }) => [`서리방지: 온도 ${value('temperature')}, 최저 ${limit('temperature')}`],
  INTERLOCK: ({ by, listed }) => [`${by} (인터록)${listed}`, '풀리면 바로 움직임'],
  INTERLOCK_OFF: ({ by, listed }) => [`${by}: 꺼 둔 인터록이라 막지 않음${listed}`, '장비 설정에서 켜면 막음'],
  BY_HAND: ({ value }) => [`직접 조작 중, ${value('until')}까지`, '끝나면 규칙이 다시 판단'],
  OTHER_RULE: ({ by }) => [`${by} 규칙이 먼저`, '그 규칙이 놓으면 움직임'],
  NOT_COMMANDED: () => ['제어를 허용하지 않은 장비', '장비 설정에서 허용하면 움직임'],
  REST: () => ['아무 규칙도 원하지 않음'],
  GUARDED: () => ['제어기가 현장 보호로 움직이는 중', '보호가 풀리면 다시 판단'],
  LOCAL: () => ['현장에서 손으로 조작 중', '현장 스위치를 자동으로 돌리면 다시 판단'],
  CLOCK_AHEAD: ({ value }) => [
    `서버 시계가 ${value('minutes')} 앞으로 맞춰짐`,
    '그 사이 차례는 늦음 한도 안에서만 시작',
  ],
  CLOCK_BACK: ({ value }) => [
    `서버 시계가 ${value('minutes')} 뒤로 맞춰짐`,
    '지난 시각을 다시 지나거나 10분이 지나면 시작',
  ],
  STATE_UNKNOWN: () => ['장비의 지금 상태를 모름', '제어기와 연결되면 다시 판단'],
  MIN_ON: ({ value }) => ['최소 가동을 채우는 중', `${value('until')}에 다시 판단`],
  MIN_OFF: ({ value }) => ['최소 정지를 채우는 중', `${value('until')}에 다시 판단`],
  HOLD: ({ value }) => ['방금 움직였음', `${value('until')}에 다시 판단`],
  STARTS_PER_HOUR: ({ value }) => [`한 시간에 ${value('count')} 켰음`, `${value('until')}에 다시 판단`],
  DAILY_MAX: ({ value, limit }) => [
    `오늘 ${value('minutes')} 돌아 하루 최대 ${limit('minutes')}에 닿음`,
    '내일 다시 시작',
  ],
  DAY_TOO_SHORT: ({ value, limit }) => [
    `오늘 ${value('minutes')} 돌아 하루 최대 ${limit('minutes')}까지 남은 시간이 모자람`,
    '내일 다시 시작',
  ],
  LONGEST_RUN: () => ['한 번 최대 가동에 닿음', '최소 정지 뒤 다시 판단'],
  CLOCK: () => ['시계가 맞지 않음', '시계가 맞으면 다시 시작'],
  REFUSED: ({ by }) => [`제어기가 거절함 (${refusalText(by)})`, '잠시 뒤 다시 시도'],
  EXPIRED: () => ['제어기가 제때 받지 못함', '다음 판단에 다시 시도'],
  UNPROVED: () => ['움직였는지 확인되지 않음', '장비를 확인해 주세요'],
  WATCHED: () => ['지켜보기라 움직이지 않음', '실행으로 바꾸면 움직임'],
  FLAPPING: ({ value }) => [`한 시간에 ${value('count')} 넘게 바뀜`, '잦아들 때까지 바뀔 때마다 적지 않음'],
  CALM: ({ value }) => [`그동안 적지 않은 판단 ${value('count')}`],
  OUTSIDE_TIME: () => ['정한 때가 아님', '정한 때가 되면 다시 판단'],
  SENSOR_SILENT: ({ blamed }) => [`센서 값이 오래됨${blamed}`, '새 값이 오면 다시 판단'],
  SENSOR_DOUBTED: ({ blamed }) => [`센서 값을 믿을 수 없음${blamed}`, '센서를 점검해 주세요'],
  DUE: () => ['정한 시각'],
  DUE_CUT: ({ value, limit }) => [`정한 시각, ${value('minutes')} 줄 양이나 한 번 최대인 ${limit('minutes')}만 줌`],
  QUEUED: () => ['앞 관수를 기다림', '차례가 되면 시작'],
  SOAKING: ({ value }) => ['스며드는 중', `${value('until')}에 다시 봄`],
  GIVEN: ({ value }) => [value('litres') === '-' ? '물 주기가 끝남' : `${value('litres')} 줌`],
  GIVEN_BY_TIME: ({ value }) => [`유량계 없이 시간으로 ${value('minutes')} 줌`],
  TAKEN: () => ['이미 준 차례'],
  LATE: ({ value, limit }) => [`서버가 멈춰 있었음 (${value('minutes')} 늦음, ${limit('minutes')} 넘음)`],
  WAITED_TOO_LONG: ({ limit, by }) => [`${waitedWords.get(by) ?? '차례를'} ${limit('minutes')} 넘게 기다림`],
  HAND_WAITED: ({ value }) => [`직접 켠 물을 ${value('minutes')} 동안 시작하지 못해 그만둠`, '필요하면 다시 켜 주세요'],
  DELAYED: ({ value }) => [`관수 쉬기, ${value('until')}까지`],
  RAIN: ({ value, limit }) => [`비 ${value('rain')}, 기준 ${limit('rain')} 넘음`],
  RAIN_UNKNOWN: ({ value, limit }) => [`비를 모릅니다 (${unknownHours(value, limit)})`, '건너뛰지 않고 정한 대로 줌'],
  COLD: ({ value, limit }) => [
    `온도 ${value('temperature')}, 기준 ${limit('temperature')}보다 낮음`,
    '따뜻해지면 다시 판단',
  ],
  AIR_UNKNOWN: () => ['공기 온도를 모름', '새 값이 오면 다시 판단'],
  WATER_SAVING: () => ['절수 관리 시기'],
  NO_AMOUNT: () => ['줄 양이 없음'],
  FLOW_UNKNOWN: () => ['정상 유량을 정하지 않은 밸브가 있음', '장비 설정에서 정해 주세요'],
  RULE_CHANGED: () => ['규칙이 바뀜'],
  ENDED_ELSEWHERE: () => ['현장이나 제어기가 먼저 멈춤', '장비를 확인해 주세요'],
  NEVER_OPENED: () => ['밸브나 펌프가 켜지지 않음', '장비를 확인해 주세요'],
  MOIST: ({ value, limit }) => [
    `수분 ${value('soilMoisture')}, 시작점 ${limit('soilMoisture')}보다 높음`,
    `${limit('soilMoisture')} 아래로 이어지면 시작`,
  ],
  DRY_TOO_SHORT: ({ value, limit }) => [
    `수분 ${value('soilMoisture')}, 시작점 ${limit('soilMoisture')}보다 낮음`,
    `${value('minutes')} 이어졌고 ${limit('minutes')} 이어지면 시작`,
  ],
  DRY: ({ value, limit }) => [`수분 ${value('soilMoisture')}, 시작점 ${limit('soilMoisture')}보다 낮음`],
  DRY_STILL: ({ value, limit }) => [`수분 ${value('soilMoisture')}, 끝점 ${limit('soilMoisture')}보다 낮음`],
  REACHED: ({ value, limit }) => [`수분 ${value('soilMoisture')}, 끝점 ${limit('soilMoisture')}에 닿음`],
  PULSES_USED: ({ value }) => [`${value('pulses')} 주어 한 번에 최대에 닿음`],
  RESTING: ({ value }) => ['다음까지 쉬는 중', `${value('until')}에 다시 판단`],
  RULE_DAILY_MAX: ({ value, limit }) => {
    const unit = value('litres') === '-' ? 'minutes' : 'litres';
    return [`오늘 ${value(unit)} 주어 하루 최대 ${limit(unit)}에 닿음`, '내일 다시 시작'];
  },
  NO_RISE: ({ value, limit }) => [
    `물을 줬는데 수분이 ${value('rise')}만 오름 (최소 ${limit('rise')})`,
    '센서나 밸브를 확인하고 다시 켜 주세요',
  ],
  PROBES_DIFFER: ({ value, limit }) => [
    `센서 값이 서로 ${value('spread')} 다름 (한도 ${limit('spread')})`,
    '센서를 점검해 주세요',
  ],
  HEAT_BELOW: ({ value, limit }) => [`온도 ${value('temperature')}, 목표 ${limit('temperature')}보다 낮음`],
  HEATING: ({ value, limit }) => [`온도 ${value('temperature')}, 끄는 온도 ${limit('temperature')}까지 데움`],
  HEAT_ENOUGH: ({ value, limit }) => [
    `온도 ${value('temperature')}, 목표 ${limit('temperature')} 이상`,
    `${limit('temperature')} 아래로 내려가면 켬`,
  ],
  HEAT_REACHED: ({ value, limit }) => [
    `온도 ${value('temperature')}, 끄는 온도 ${limit('temperature')}에 닿음`,
    `${value('target')} 아래로 내려가면 켬`,
  ],
  CO2_LOW: ({ value, limit }) => [`이산화탄소 ${value('co2')}, 목표 ${limit('co2')}보다 낮음`],
  DOSING: ({ value }) => [`${value('until')}까지 공급`],
  CO2_ENOUGH: ({ value, limit }) => [`이산화탄소 ${value('co2')}, 기준 ${limit('co2')} 이상`, '내려가면 시작'],
  CO2_HIGH: ({ value, limit }) => [`이산화탄소 ${value('co2')}, 한도 ${limit('co2')}에 닿음`, '내려가면 다시 판단'],
  VENT_OPEN: () => ['창이 열려 있거나 상태를 모름', '닫히고 잠시 뒤 다시 판단'],
  TOO_DARK: () => ['빛이 약함', '밝아지면 다시 판단'],
  OUTSIDE_COLD: ({ value, limit }) => [
    `바깥 ${value('temperature')}, 기준 ${limit('temperature')}보다 추움`,
    '따뜻해지면 다시 판단',
  ],
  OUTSIDE_UNKNOWN: () => ['바깥 온도를 모름', '날씨가 들어오면 다시 판단'],
  MIXING: ({ value }) => ['섞이기를 기다림', `${value('until')}에 다시 봄`],
  AIRING: () => ['환기 중'],
  BEYOND_TARGET: ({ held, value, limit }) => [
    `${figureLabels[held]} ${value(held)}, 목표 ${limit(held)}에서 벗어남${lifted(value)}`,
  ],
  AT_TARGET: ({ held, value, limit }) => [
    `${figureLabels[held]} ${value(held)}, 목표 ${limit(held)} 안${lifted(value)}`,
    '벗어나면 움직임',
  ],
  CONDITION_MET: ({ listed }) => [`조건이 맞음${listed}`],
  CONDITION_UNMET: ({ listed }) => [`조건이 맞지 않음${listed}`, '맞으면 움직임'],
  CONDITION_UNKNOWN: ({ blamed }) => [`조건을 알 수 없음${blamed}`, '값이 오면 다시 판단'],
  COOLDOWN: ({ value }) => ['다시 하기까지 기다림', `${value('until')}에 다시 판단`],
  USED_UP_TODAY: ({ limit }) => [`오늘 ${limit('count')} 함`, '내일 다시 시작'],
};

/** That a target is in force in place of the one that was chosen, because the house is heated up to it. */
function lifted(value: Said['value']): string {
  return value('target') === '-' ? '' : ` (정한 목표는 ${value('target')}, 난방과 겹치지 않게 올림)`;
}

/** Of how many hours the rain is unknown: '지난 24시간 중 5시간 기록 없음, 앞으로 6시간 중 6시간 예보 없음'. */
function unknownHours(value: Said['value'], limit: Said['limit']): string {
  const sides = [
    ['hoursUnmeasured', '지난', '기록'],
    ['hoursUnforecast', '앞으로', '예보'],
  ] as const;
  return sides
    .filter(([name]) => value(name) !== '-')
    .map(([name, when, what]) => `${when} ${limit(name)} 중 ${value(name)} ${what} 없음`)
    .join(', ');
}

/** Reasons of a controller's refusal in the grower's words. */
const refusalWords: { readonly [Name in Refusal]: string } = {
  MALFORMED: '읽을 수 없는 명령',
  RETAINED: '오래 남아 있던 명령',
  TERM: '다른 서버가 맡고 있음',
  CLOCK: '제어기 시계가 맞지 않음',
  EXPIRED: '늦게 닿은 명령',
  ORDER: '순서가 지난 명령',
  LOCAL: '현장에서 손으로 조작 중',
  LOCKED: '정비 잠금',
  GUARD: '제어기의 현장 보호',
  MINTIME: '최소 가동이나 최소 정지',
  REQUIRES: '함께 켤 장비가 꺼져 있음',
  LIMIT: '한도를 넘음',
  FAULT: '장비 고장',
  UNKNOWN: '제어기가 모르는 장비',
};
const refusalNames: ReadonlyMap<string, string> = new Map(Object.entries(refusalWords));
const refusalText = (code: string) => refusalNames.get(code) ?? code;

/** Why a command ended as it did, apart from refusals. */
const trailWords: ReadonlyMap<string, string> = new Map([
  ['UNCHECKED', '확인할 센서가 없음'],
  ['UNTOLD', '센서 값이 모자라 확인하지 못함'],
  ['TOO_SHORT', '확인하기 전에 끝남'],
  ['REPLACED', '다음 명령이 이어받음'],
  ['UNPROVED', '움직인 것이 센서로 확인되지 않음'],
  ['NOT_RUNNING', '켜진 것이 보이지 않음'],
  ['NOT_ENDED', '끝난 것이 보이지 않음'],
  ['LINK_LOST', '연결이 끊겨 알 수 없음'],
  ['EXPIRED', '제때 닿지 않음'],
]);

/** The reason of a command's state in the grower's words. */
export function trailReason(code: string): string {
  return trailWords.get(code) ?? refusalText(code);
}

const units: { readonly [Name in FigureName]: (value: number) => string } = {
  temperature: (value) => `${figurePhrase(value)} ℃`,
  humidity: (value) => `${figurePhrase(value)} %`,
  vpd: (value) => `${figurePhrase(value)} kPa`,
  soilTemperature: (value) => `${figurePhrase(value)} ℃`,
  soilMoisture: (value) => `${figurePhrase(value)} %`,
  flow: (value) => `${figurePhrase(value)} L/분`,
  co2: (value) => `${figurePhrase(Math.round(value))} ppm`,
  rain: (value) => `${figurePhrase(value)} mm`,
  wind: (value) => `${figurePhrase(value)} m/s`,
  hoursUnmeasured: (value) => `${value}시간`,
  hoursUnforecast: (value) => `${value}시간`,
  litres: (value) => `${figurePhrase(value)} L`,
  minutes: minutesPhrase,
  pulses: (value) => `${value}번`,
  level: figurePhrase,
  spread: (value) => `${figurePhrase(value)} %p`,
  rise: (value) => `${figurePhrase(value)} %p`,
  target: (value) => `${figurePhrase(value)} ℃`,
  position: (value) => `${figurePhrase(value)} %`,
  count: (value) => `${value}번`,
  until: seoulClock,
};

const figureLabels: { readonly [Name in FigureName]: string } = {
  temperature: '온도',
  humidity: '습도',
  vpd: '수증기압차',
  soilTemperature: '지온',
  soilMoisture: '토양 수분',
  flow: '유량',
  co2: '이산화탄소',
  rain: '비',
  wind: '바람',
  hoursUnmeasured: '기록 없는 시간',
  hoursUnforecast: '예보 없는 시간',
  litres: '물 양',
  minutes: '시간',
  pulses: '준 횟수',
  level: '잰 값',
  spread: '센서 차이',
  rise: '수분 오름',
  target: '목표',
  position: '보낸 위치',
  count: '횟수',
  until: '언제까지',
};

/** A figure with its unit; of a time on another day than the decision, that day, too. */
function figureText(name: FigureName, value: number, decidedAt: number): string {
  return name === 'until' && seoulDate(value) !== seoulDate(decidedAt) ? dateTimeText(value) : units[name](value);
}

/** The figures of a decision with their limits and times of measurement: '27.1 % · 기준 25 % · 07:18에 잼'. */
export function decisionFigures({
  at: decidedAt,
  figures,
}: Pick<DecisionRow, 'at' | 'figures'>): { label: string; value: string }[] {
  return figures.map(({ name, value, limit, at }) => ({
    label: figureLabels[name],
    value: [
      figureText(name, value, decidedAt),
      limit === null ? '' : `기준 ${units[name](limit)}`,
      at === null ? '' : `${seoulClock(at)}에 잼`,
    ]
      .filter(Boolean)
      .join(' · '),
  }));
}

/** What a decision is about that names neither an actuator nor a rule. */
export function farmThing({ reason }: Pick<DecisionRow, 'reason'>): string {
  return reason === 'CLOCK_AHEAD' || reason === 'CLOCK_BACK' ? '시계' : '장비';
}

/** An outcome by itself, for a filter: '켬', '막힘'. */
export function outcomeText(outcome: Outcome): string {
  return outcomeWords[outcome];
}

type Explained = Pick<DecisionRow, 'at' | 'outcome' | 'reason' | 'figures' | 'by'>;

/**
 * The outcome; of a rule that changes its mind too often no outcome is true for long, and a motor that was sent
 * somewhere has not been turned on.
 */
export function decisionHead({ outcome, reason, figures }: Explained): string {
  if (reason === 'FLAPPING') return '요동';
  if (reason === 'CALM') return '요동이 멎음';
  const position = outcome === 'started' ? figures.find(({ name }) => name === 'position') : undefined;
  return position ? `${units.position(position.value)}로 움직임` : outcomeWords[outcome];
}

/** A decision as the grower reads it: the outcome, the reason with its figures, and what would change it. */
export function decisionSentence(row: Explained, thing: string): string {
  return `${thing} ${decisionHead(row)} · ${reasonSentence(row)}`;
}

/**
 * What a rule does now, where its name stands beside: a decision on an actuator names that, and one on the rule as a
 * whole says whether it wants to move anything.
 */
export function ruleNowSentence(row: Explained & Pick<DecisionRow, 'actuator'>, thing: string): string {
  if (row.actuator !== null) return decisionSentence(row, thing);
  if (row.outcome !== 'kept') return `${outcomeWords[row.outcome]} · ${reasonSentence(row)}`;
  switch (row.reason) {
    case 'FLAPPING':
    case 'CALM':
      return `${decisionHead(row)} · ${reasonSentence(row)}`;
    case 'AT_TARGET':
      return reasonSentence(row);
    case 'BEYOND_TARGET':
      return `움직이려 함 · ${reasonSentence(row)}`;
    case 'CONDITION_MET':
      // It acts on the change alone, so it waits for the next one.
      return '움직이지 않음 · 조건이 이미 맞아 있음 · 풀렸다가 다시 맞으면 움직임';
    default:
      return `움직이지 않음 · ${reasonSentence(row)}`;
  }
}

/** A figure with its name and the limit it is compared with: '습도 92 % (기준 90 %)'. */
function againstLimit({ name, value, limit }: Figure): string {
  const said = `${figureLabels[name]} ${units[name](value)}`;
  return limit === null ? said : `${said} (기준 ${units[name](limit)})`;
}

const heldNames: readonly FigureName[] = ['temperature', 'humidity', 'vpd', 'soilTemperature', 'level'];

function reasonSentence(row: Explained): string {
  const find = (name: FigureName): Figure | undefined => row.figures.find((figure) => figure.name === name);
  const said = (name: FigureName, figure: number | null | undefined) =>
    figure === null || figure === undefined ? '-' : figureText(name, figure, row.at);
  const measured = row.figures.filter(({ name }) => name !== 'position');
  const [why, change] = sentences[row.reason]({
    held: heldNames.find((name) => find(name) !== undefined) ?? 'level',
    value: (name) => said(name, find(name)?.value),
    limit: (name) => said(name, find(name)?.limit),
    listed: measured.length === 0 ? '' : `: ${measured.map(againstLimit).join(', ')}`,
    by: row.by ?? '-',
    blamed: row.by === null ? '' : ` (${row.by})`,
  });
  return change === undefined ? why : `${why} · ${change}`;
}

import { type ChannelTypeName, channelTypes } from '../../series/sensor-types.ts';
import { parseInstant } from '../../time/parse-instant.ts';
import { seoulClock, startOfSeoulDay } from '../../time/time.ts';
import { withParticle } from '../../time/with-particle.ts';
import {
  dateWithYear,
  daysPhrase,
  dayTimePhrase,
  figurePhrase,
  joinPhrases,
  listPhrase,
  minutesPhrase,
  OPEN,
  periodPhrase,
  secondsPhrase,
  windowsPhrase,
} from '../words/phrases-text.ts';
import type { Grouping } from './condition.ts';
import { conditionsPhrase, groupingWords, type WordsOf } from './condition-text.ts';
import type { Action, ReservationComposite } from './reservation-composite.ts';
import type { ReservationGhg } from './reservation-ghg.ts';
import { measures, type ReservationTarget } from './reservation-target.ts';
import type { RuleFields } from './rule.ts';
import type { Dose, WaterSensor } from './water-sensor.ts';
import type { WaterTime } from './water-time.ts';

type NameOf = (channel: number) => string;

export const measureWords = {
  TEMPERATURE: channelTypes.TEMPERATURE.label,
  HUMIDITY: channelTypes.HUMIDITY.label,
  VPD: '수증기압차',
  SOIL_TEMPERATURE: channelTypes.SOIL_TEMPERATURE.label,
} as const;

/** A rule as one Korean sentence, used in the form, in lists and in the log; what is still open in a form is '…'. */
export function ruleSentence(rule: RuleFields, wordsOf: WordsOf): string {
  const nameOf: NameOf = (channel) => wordsOf(channel).name;
  switch (rule.family) {
    case 'water-time':
      return waterTimeSentence(rule, nameOf);
    case 'water-sensor':
      return waterSensorSentence(rule, nameOf);
    case 'reservation-target':
      return targetSentence(rule, wordsOf);
    case 'reservation-composite':
      return compositeSentence(rule, wordsOf);
    case 'reservation-ghg':
      return ghgSentence(rule);
  }
}

type Season = Pick<RuleFields, 'validFrom' | 'validTo' | 'seasons' | 'days'>;

/** Dates, growth stages and days of the week: '2026년 7월 1일부터 8월 31일까지 과실비대 전기에 월·목요일'. */
function seasonPhrase({ validFrom, validTo, seasons, days }: Season): string {
  const stages = seasons.length > 0 ? `${listPhrase(seasons)}에` : '';
  return joinPhrases(periodPhrase(validFrom, validTo), stages, daysPhrase(days));
}

function waterTimeSentence(rule: WaterTime, nameOf: NameOf): string {
  const every = rule.everyDays === null ? '' : rule.everyDays === 1 ? '매일' : `${figurePhrase(rule.everyDays)}일마다`;
  const starts = `${rule.starts.map(dayTimePhrase).join(', ') || OPEN}에`;
  const soak = rule.soakMin > 0 ? `${minutesPhrase(rule.soakMin)} 쉬며` : '';
  const cycles = rule.cycles > 1 ? joinPhrases(`${figurePhrase(rule.cycles)}번에 나누어`, soak) : '';
  const budget = rule.budgetPct === 100 ? '' : `물 예산 ${figurePhrase(rule.budgetPct)} %로`;
  const months = (rule.monthBudgets ?? []).flatMap((pct, at) =>
    pct === 100 ? [] : [`${at + 1}월 ${figurePhrase(pct)} %`],
  );
  const monthly = months.length === 0 ? '' : ` 달마다 곱합니다: ${months.join(', ')}.`;
  const rain =
    rule.rainSkip === null
      ? ''
      : ` 지난 ${figurePhrase(rule.rainSkip.pastHours)}시간에 ${figurePhrase(rule.rainSkip.pastMm)} mm 넘게 왔거나 앞으로 ${figurePhrase(rule.rainSkip.nextHours)}시간에 ${figurePhrase(rule.rainSkip.nextMm)} mm 넘게 온다면 건너뜁니다.`;
  const said = joinPhrases(seasonPhrase(rule), every, windowsPhrase(rule.windows), starts);
  return `${joinPhrases(`${said},`, stepsPhrase(rule, nameOf), cycles, budget)} 줍니다.${rain}${monthly}${restSentence(rule)}`;
}

/** Until when watering rests; a rest that ends at midnight lasts through the day before. */
function restSentence({ delayUntil }: WaterTime): string {
  if (delayUntil === null) return '';
  const end = parseInstant(delayUntil);
  const isMidnight = end === startOfSeoulDay(end);
  return ` ${dateWithYear(isMidnight ? end - 1 : end)}${isMidnight ? '' : ` ${seoulClock(end)}`}까지 쉽니다.`;
}

function stepsPhrase({ steps, unit }: WaterTime, nameOf: NameOf): string {
  const first = steps[0]?.amount;
  if (steps.length > 1 && steps.every(({ amount }) => amount === first)) {
    return `${listPhrase(steps.map(({ valve }) => nameOf(valve)))}에 ${amountPhrase(first ?? 0, unit)}씩`;
  }
  return steps.map(({ valve, amount }) => `${nameOf(valve)}에 ${amountPhrase(amount, unit)}`).join(', ') || OPEN;
}

function amountPhrase(amount: number, unit: WaterTime['unit']): string {
  switch (unit) {
    case 'minutes':
      return minutesPhrase(amount);
    case 'litres':
      return `${figurePhrase(amount)} L`;
    case 'tonPer10a':
      return `10a당 ${figurePhrase(amount)}톤`;
    case 'calendar':
      return `생육 달력 물 양의 ${figurePhrase(amount)} %`;
  }
}

function waterSensorSentence(rule: WaterSensor, nameOf: NameOf): string {
  const dry = `${withParticle(ofSeveral('수분', rule), '이')} ${rule.forMin > 0 ? `${minutesPhrase(rule.forMin)} 넘게 ` : ''}${figurePhrase(rule.fromPct)} %보다 낮으면`;
  const most =
    'litres' in rule.dailyMax ? `${figurePhrase(rule.dailyMax.litres)} L` : minutesPhrase(rule.dailyMax.minutes);
  return `${joinPhrases(
    seasonPhrase(rule),
    windowsPhrase(rule.windows),
    dry,
    rule.steps.map((step) => `${nameOf(step.valve)}에 ${dosePhrase(step)}씩`).join(', ') || OPEN,
    `주고 ${minutesPhrase(rule.soakMin)} 쉬며 ${figurePhrase(rule.toPct)} %까지,`,
    `하루 ${most} 넘지 않게`,
  )} 줍니다.`;
}

/** What several sensors are taken together for: '수분 2곳의 평균'. */
function ofSeveral(word: string, { sensors, by }: { sensors: readonly number[]; by: Grouping }): string {
  return sensors.length > 1 ? `${word} ${sensors.length}곳의 ${groupingWords[by]}` : word;
}

function dosePhrase(step: Dose): string {
  return 'doseMin' in step ? minutesPhrase(step.doseMin) : `${figurePhrase(step.doseLitres)} L`;
}

function targetSentence(rule: ReservationTarget, wordsOf: WordsOf): string {
  const { unit } = measures[rule.measure];
  const isLower = rule.direction === 'lower';
  // Temperature and humidity make one deficit, so that the number of its sensors says nothing.
  const word = rule.measure === 'VPD' ? measureWords.VPD : ofSeveral(measureWords[rule.measure], rule);
  const goals = rule.targets.map((one) => {
    const value = one.value === 'calendar-high' ? '생육 달력의 주간 최고' : `${figurePhrase(one.value)} ${unit}`;
    const beyond = isLower ? `${withParticle(value, '을')} 넘으면` : `${value}보다 낮으면`;
    return `${windowsPhrase([one])} ${withParticle(word, '이')} ${beyond}`;
  });
  // Beside the times of its targets it would read as one of them.
  const only = rule.windows.length === 0 ? '' : `${windowsPhrase(rule.windows)}만 움직입니다.`;
  return joinPhrases(seasonPhrase(rule), `${goals.join(', ') || OPEN},`, targetDeed(rule, wordsOf), only);
}

/** How equipment of a type is moved: towards its level, and back. */
function movesOf(type: ChannelTypeName | undefined) {
  if (type === 'CURTAIN') return { goes: '펼쳐', going: '펼치고', gone: '펼칩니다', back: '걷습니다', backing: '걷고' };
  if (type === 'FAN') return { goes: '켜', going: '켜고', gone: '켭니다', back: '멈춥니다', backing: '멈추고' };
  return { goes: '열어', going: '열고', gone: '엽니다', back: '닫습니다', backing: '닫고' };
}

function targetDeed(rule: ReservationTarget, wordsOf: WordsOf): string {
  const words = rule.actuators.map(wordsOf);
  const equipment = withParticle(listPhrase(words.map(({ name }) => name)), '을');
  const { goes, going, gone, back } = movesOf(words[0]?.type);
  if (rule.control === 'onoff') {
    const width = `${figurePhrase(rule.hysteresis)} ${measures[rule.measure].unit}`;
    const rests = rule.minPct === 0 ? back : `${figurePhrase(rule.minPct)} %로 둡니다`;
    return `${equipment} ${figurePhrase(rule.maxPct)} %로 ${going} 목표에서 ${width} 돌아오면 ${rests}.`;
  }
  const least = rule.minPct === 0 ? '' : ` 목표 안에서도 ${figurePhrase(rule.minPct)} %는 ${goes} 둡니다.`;
  return `${equipment} 조금씩 ${goes} ${bandEnd(rule)} ${figurePhrase(rule.maxPct)} %까지 ${gone}.${least}`;
}

/** Where a band ends: '31 ℃에서' if all targets are one value, else '목표보다 6 ℃ 높을 때'. */
function bandEnd({ targets, bandWidth, direction, measure }: ReservationTarget): string {
  const { unit } = measures[measure];
  const isLower = direction === 'lower';
  const [value, ...others] = new Set(targets.map((one) => one.value));
  if (typeof value === 'number' && Number.isFinite(value) && others.length === 0) {
    return `${figurePhrase(isLower ? value + bandWidth : value - bandWidth)} ${unit}에서`;
  }
  return `목표보다 ${figurePhrase(bandWidth)} ${unit} ${isLower ? '높을' : '낮을'} 때`;
}

function compositeSentence(rule: ReservationComposite, wordsOf: WordsOf): string {
  const condition = `${conditionsPhrase(rule.when, wordsOf)}${rule.trigger === 'when' ? '이면' : '인 동안'},`;
  const deeds = rule.actions.map((action, at) => {
    const isLast = at === rule.actions.length - 1;
    return actionPhrase(action, wordsOf(action.channel), isLast);
  });
  const when = joinPhrases(seasonPhrase(rule), windowsPhrase(rule.windows));
  return `${joinPhrases(when, condition, deeds.join(' ') || OPEN)} (하루 ${figurePhrase(rule.maxPerDay)}번까지).`;
}

/** To set equipment of a type to a level, as the last verb of a sentence and as one before others. */
function deedWords(levelPct: number, type: ChannelTypeName | undefined): [string, string] {
  const isMotor = type === 'VENT' || type === 'CURTAIN';
  const { going, gone, back, backing } = isMotor ? movesOf(type) : movesOf('FAN');
  if (levelPct === 0) return [back, backing];
  if (levelPct === 100) return isMotor ? [`모두 ${gone}`, `모두 ${going}`] : [gone, going];
  const level = `${figurePhrase(levelPct)} %로`;
  return isMotor ? [`${level} ${gone}`, `${level} ${going}`] : [`${level} 합니다`, `${level} 하고`];
}

/** What is done to one actuator, as the last part of the sentence or an earlier one. */
function actionPhrase(
  { levelPct, forSec, litres, afterSec }: Action,
  { name, type }: ReturnType<WordsOf>,
  isLast: boolean,
): string {
  const after = afterSec > 0 ? `${secondsPhrase(afterSec)} 뒤` : '';
  const end =
    litres !== null ? `${figurePhrase(litres)} L까지` : forSec !== null ? `${secondsPhrase(forSec)} 동안` : '';
  const [verb, goesOn] = deedWords(levelPct, type);
  return joinPhrases(after, withParticle(name, '을'), end, isLast ? verb : goesOn);
}

function ghgSentence(rule: ReservationGhg): string {
  const when = joinPhrases(seasonPhrase(rule), windowsPhrase(rule.windows));
  const shut = rule.hasNoVents ? '' : '창이 닫혀 있을 때';
  const dose = `밝으면 ${figurePhrase(rule.highPpm)} ppm, 흐리면 ${figurePhrase(rule.lowPpm)} ppm까지 ${secondsPhrase(rule.doseSec)}씩 공급합니다.`;
  const air = `이산화탄소가 ${figurePhrase(rule.airBelowPpm)} ppm 아래면 창을 ${figurePhrase(rule.airPct)} % 열어 ${minutesPhrase(rule.airForMin)} 환기합니다.`;
  if (rule.does === 'air') return joinPhrases(when, air);
  return joinPhrases(when, shut, dose, rule.does === 'both' ? air : '');
}

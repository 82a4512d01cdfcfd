import { type ChannelTypeName, channelTypes, endWords, hasEnds } from '../../series/sensor-types.ts';
import { withParticle } from '../../time/with-particle.ts';
import { OWN_STATION_NAME } from '../../weather/weather-text.ts';
import { figurePhrase, listPhrase, minutesPhrase, OPEN, windowsPhrase } from '../words/phrases-text.ts';
import { type Condition, type ConditionGroup, type Grouping, isGroup } from './condition.ts';

const { TEMPERATURE, HUMIDITY, WIND_SPEED } = channelTypes;

/** What a weather station measures. */
export const stationWords = {
  tempC: `바깥 ${TEMPERATURE.label}`,
  humidityPct: `바깥 ${HUMIDITY.label}`,
  windMps: WIND_SPEED.label,
  rainMmH: '비',
  rainTodayMm: '오늘 내린 비',
} as const;
const stationUnits = {
  tempC: TEMPERATURE.unit,
  humidityPct: HUMIDITY.unit,
  windMps: WIND_SPEED.unit,
  rainMmH: 'mm/h',
  rainTodayMm: 'mm',
} as const;

/** What a forecast tells. */
export const forecastWords = {
  minC: '예보 최저',
  maxC: '예보 최고',
  rainMm: '예보 강수량',
  popPct: '강수 확률',
  windMps: '예보 풍속',
} as const;
const forecastUnits = { minC: '℃', maxC: '℃', rainMm: 'mm', popPct: '%', windMps: 'm/s' } as const;

/** What is calculated from the air of a house. */
export const indicatorWords = { VPD: '수증기압차', DEW_POINT_GAP: '이슬점과의 차' } as const;
const indicatorUnits = { VPD: 'kPa', DEW_POINT_GAP: '℃' } as const;

/** How several sensors are combined: '여러 센서는: 가장 높은 값'. */
export const groupingWords: Readonly<Record<Grouping, string>> = {
  mean: '평균',
  min: '가장 낮은 값',
  max: '가장 높은 값',
  median: '가운데 값',
};

const matchWords = { all: ' 그리고 ', any: ' 또는 ' } as const;

/** The grower's name of a channel and the unit of its values. */
export type WordsOf = (channel: number) => { name: string; unit: string; type?: ChannelTypeName };

/** Conditions as one noun phrase: '습도 90 % 초과 1시간 이상 그리고 비 0.1 mm/h 미만'. */
export function conditionsPhrase(group: ConditionGroup, wordsOf: WordsOf): string {
  const phrases = group.items.map((item) =>
    isGroup(item)
      ? `(${item.items.map((one) => conditionPhrase(one, wordsOf)).join(matchWords[item.match])})`
      : conditionPhrase(item, wordsOf),
  );
  return phrases.join(matchWords[group.match]) || OPEN;
}

function conditionPhrase(condition: Condition, wordsOf: WordsOf): string {
  const lasting = condition.forMin > 0 ? ` ${minutesPhrase(condition.forMin)} 이상` : '';
  return `${whatPhrase(condition, wordsOf)}${lasting}`;
}

function whatPhrase(condition: Condition, wordsOf: WordsOf): string {
  switch (condition.kind) {
    case 'sensor': {
      const words = condition.sensors.map(wordsOf);
      const listed = listPhrase(words.map(({ name }) => name));
      const names = words.length > 1 ? `${listed}의 ${groupingWords[condition.by]}` : listed;
      const [{ unit, type } = { unit: '', type: undefined }] = words;
      if (type && hasEnds(type)) return `${names} ${endWords(type)[condition.op === 'above' ? 1 : 0]}`;
      if (condition.op !== 'between') return `${names} ${boundPhrase(condition.op, condition.value, unit)}`;
      const [least, most] = [condition.value, condition.value2 ?? condition.value];
      return `${names} ${figurePhrase(least)}에서 ${withUnit(most, unit)} 사이`;
    }
    case 'change': {
      const { name, unit } = wordsOf(condition.sensor);
      const way = condition.op === 'rises' ? '오름' : '떨어짐';
      return `${withParticle(name, '이')} ${minutesPhrase(condition.withinMin)}에 ${withUnit(condition.by, unit)} ${way}`;
    }
    case 'indicator': {
      const bound = boundPhrase(condition.op, condition.value, thresholdUnit(condition));
      return `${condition.areaName} ${indicatorWords[condition.indicator]} ${bound}`.trim();
    }
    case 'weather':
      return `${weatherPhrase(condition)} ${boundPhrase(condition.op, condition.value, thresholdUnit(condition))}`;
    case 'forecast': {
      const bound = boundPhrase(condition.op, condition.value, thresholdUnit(condition));
      return `앞으로 ${figurePhrase(condition.nextHours)}시간 ${forecastWords[condition.field]} ${bound}`;
    }
    case 'time': {
      const windows = condition.windows.map((window) => windowsPhrase([window]));
      return windows.length > 1 ? `(${windows.join(matchWords.any)})` : (windows[0] ?? OPEN);
    }
    case 'sun':
      return `해의 높이 ${boundPhrase(condition.op, condition.elevationDeg, '°')}`;
    case 'actuator':
      return actuatorPhrase(condition, wordsOf(condition.channel));
  }
}

/** What a condition looks at that is not a channel: '예보 최저'. Undefined for conditions on channels, and on time. */
export function inputPhrase(condition: Condition): string | undefined {
  switch (condition.kind) {
    case 'indicator':
      return `${condition.areaName} ${indicatorWords[condition.indicator]}`.trim();
    case 'weather':
      return weatherPhrase(condition);
    case 'forecast':
      return forecastWords[condition.field];
    default:
      return undefined;
  }
}

/** '풍속', or '농장 기상대 풍속' where no other station may answer. */
function weatherPhrase({ source, field }: Extract<Condition, { kind: 'weather' }>): string {
  const word = stationWords[field];
  return source === 'personal' ? `${OWN_STATION_NAME} ${word}` : word;
}

/** The unit of the threshold of a condition that is on no channel: 'kPa'. */
export function thresholdUnit(condition: Extract<Condition, { kind: 'indicator' | 'weather' | 'forecast' }>): string {
  switch (condition.kind) {
    case 'indicator':
      return indicatorUnits[condition.indicator];
    case 'weather':
      return stationUnits[condition.field];
    case 'forecast':
      return forecastUnits[condition.field];
  }
}

function boundPhrase(op: 'above' | 'below', value: number, unit: string): string {
  return `${withUnit(value, unit)} ${op === 'above' ? '초과' : '미만'}`;
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? figurePhrase(value) : `${figurePhrase(value)} ${unit}`;
}

function actuatorPhrase(
  { op, value }: Extract<Condition, { kind: 'actuator' }>,
  { name, type }: ReturnType<WordsOf>,
): string {
  const [off, on] = endWords(type ?? 'WATER');
  if (op === 'on') return `${name} ${on}`;
  if (op === 'off') return `${name} ${off}`;
  return `${name} ${figurePhrase(value)} %보다 ${op === 'above' ? '더' : '덜'} ${on}`;
}

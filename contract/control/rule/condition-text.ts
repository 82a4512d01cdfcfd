import { type ChannelTypeName, channelTypes, endWords, hasEnds } from '../../series/sensor-types.ts';
import { withParticle } from '../../time/with-particle.ts';
import { OWN_STATION_NAME } from '../../weather/weather-text.ts';
import { figurePhrase, listPhrase, minutesPhrase, OPEN, windowsPhrase } from '../words/phrases-text.ts';
import { type Condition, type ConditionGroup, type Grouping, isGroup } from './condition.ts';

const { TEMPERATURE, HUMIDITY, WIND_SPEED } = channelTypes;

const stationWords = {
  tempC: { word: `바깥 ${TEMPERATURE.label}`, unit: TEMPERATURE.unit },
  humidityPct: { word: `바깥 ${HUMIDITY.label}`, unit: HUMIDITY.unit },
  windMps: { word: WIND_SPEED.label, unit: WIND_SPEED.unit },
  rainMmH: { word: '비', unit: 'mm/h' },
  rainTodayMm: { word: '오늘 내린 비', unit: 'mm' },
} as const;

const forecastWords = {
  minC: { word: '예보 최저', unit: '℃' },
  maxC: { word: '예보 최고', unit: '℃' },
  rainMm: { word: '예보 강수량', unit: 'mm' },
  popPct: { word: '강수 확률', unit: '%' },
  windMps: { word: '예보 풍속', unit: 'm/s' },
} as const;

const indicatorWords = {
  VPD: { word: '수증기압차', unit: 'kPa' },
  DEW_POINT_GAP: { word: '이슬점과의 차', unit: '℃' },
} as const;

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
      const { word, unit } = indicatorWords[condition.indicator];
      return `${condition.areaName} ${word} ${boundPhrase(condition.op, condition.value, unit)}`.trim();
    }
    case 'weather': {
      const { unit } = stationWords[condition.field];
      return `${weatherPhrase(condition)} ${boundPhrase(condition.op, condition.value, unit)}`;
    }
    case 'forecast': {
      const { word, unit } = forecastWords[condition.field];
      return `앞으로 ${figurePhrase(condition.nextHours)}시간 ${word} ${boundPhrase(condition.op, condition.value, unit)}`;
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
      return `${condition.areaName} ${indicatorWords[condition.indicator].word}`.trim();
    case 'weather':
      return weatherPhrase(condition);
    case 'forecast':
      return forecastWords[condition.field].word;
    default:
      return undefined;
  }
}

/** '풍속', or '농장 기상대 풍속' where no other station may answer. */
function weatherPhrase({ source, field }: Extract<Condition, { kind: 'weather' }>): string {
  const { word } = stationWords[field];
  return source === 'personal' ? `${OWN_STATION_NAME} ${word}` : word;
}

/** The unit of the threshold of a condition that is on no channel: 'kPa'. */
export function thresholdUnit(condition: Extract<Condition, { kind: 'indicator' | 'weather' | 'forecast' }>): string {
  switch (condition.kind) {
    case 'indicator':
      return indicatorWords[condition.indicator].unit;
    case 'weather':
      return stationWords[condition.field].unit;
    case 'forecast':
      return forecastWords[condition.field].unit;
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

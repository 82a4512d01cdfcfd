import { channelTypes } from '../series/sensor-types.ts';
import { withParticle } from '../time/with-particle.ts';
import { type Condition, type ConditionGroup, isGroup } from './condition.ts';
import { figurePhrase, listPhrase, minutesPhrase, windowsPhrase } from './phrases-text.ts';

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

const matchWords = { all: ' 그리고 ', any: ' 또는 ' } as const;

/** Conditions as what follows in a sentence: '습도가 90 % 이상으로 1시간 이어지고'. */
export function conditionsPhrase(group: ConditionGroup, nameOf: (channel: number) => string): string {
  return group.items
    .map((item) =>
      isGroup(item)
        ? `(${item.items.map((one) => conditionPhrase(one, nameOf)).join(matchWords[item.match])})`
        : conditionPhrase(item, nameOf),
    )
    .join(matchWords[group.match]);
}

/** One condition as a noun phrase: '습도 90 % 이상 1시간'. */
export function conditionPhrase(condition: Condition, nameOf: (channel: number) => string): string {
  const lasting = condition.forMin > 0 ? ` ${minutesPhrase(condition.forMin)} 이상` : '';
  return `${whatPhrase(condition, nameOf)}${lasting}`;
}

function whatPhrase(condition: Condition, nameOf: (channel: number) => string): string {
  switch (condition.kind) {
    case 'sensor': {
      const names = listPhrase(condition.sensors.map(nameOf));
      if (condition.op === 'between') {
        return `${names} ${figurePhrase(condition.value)}에서 ${figurePhrase(condition.value2 ?? condition.value)} 사이`;
      }
      return `${names} ${boundPhrase(condition.op, condition.value)}`;
    }
    case 'change': {
      const way = condition.op === 'rises' ? '오름' : '떨어짐';
      return `${withParticle(nameOf(condition.sensor), '이')} ${condition.withinMin}분에 ${figurePhrase(condition.by)} ${way}`;
    }
    case 'indicator': {
      const { word, unit } = indicatorWords[condition.indicator];
      return `${condition.areaName} ${word} ${boundPhrase(condition.op, condition.value, unit)}`.trim();
    }
    case 'weather': {
      const { word, unit } = stationWords[condition.field];
      return `${word} ${boundPhrase(condition.op, condition.value, unit)}`;
    }
    case 'forecast': {
      const { word, unit } = forecastWords[condition.field];
      return `앞으로 ${condition.nextHours}시간 ${word} ${boundPhrase(condition.op, condition.value, unit)}`;
    }
    case 'time':
      return windowsPhrase(condition.windows);
    case 'sun':
      return `해의 높이 ${boundPhrase(condition.op, condition.elevationDeg, '°')}`;
    case 'actuator':
      return actuatorPhrase(condition, nameOf(condition.channel));
  }
}

function boundPhrase(op: 'above' | 'below', value: number, unit = ''): string {
  const bound = unit === '' ? figurePhrase(value) : `${figurePhrase(value)} ${unit}`;
  return op === 'above' ? `${bound} 초과` : `${bound} 미만`;
}

function actuatorPhrase({ op, value }: Extract<Condition, { kind: 'actuator' }>, name: string): string {
  if (op === 'on') return `${withParticle(name, '이')} 켜짐`;
  if (op === 'off') return `${withParticle(name, '이')} 꺼짐`;
  return `${name} ${boundPhrase(op, value, '%')}`;
}

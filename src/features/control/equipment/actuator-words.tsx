import { type ActuatorSettings, actuatorRows } from '#contract/control/actuator.ts';
import type { Protections } from '#contract/control/protection/protection-calls.ts';
import { figurePhrase, listPhrase, secondsPhrase } from '#contract/control/words/phrases-text.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';

/** The settings of an actuator, by the names of growers. */
export const settingLabels: { readonly [Name in keyof ActuatorSettings]: string } = {
  isCommanded: '제어 허용',
  minOnSec: '최소 가동',
  minOffSec: '최소 정지',
  maxRunSec: '한 번 최대 가동',
  maxDailySec: '하루 최대 가동',
  travelOpenSec: '여는 시간',
  travelCloseSec: '닫는 시간',
  stepPct: '한 번에 움직이는 폭',
  deadbandPct: '무시하는 차이',
  holdSec: '다음 움직임까지',
  maxStartsPerHour: '한 시간에 켜는 횟수',
  restPct: '쉴 때 열림',
  onLinkLost: '연결이 끊기면',
  upstream: '함께 켜는 것',
  leadSec: '밸브와 펌프의 시차',
  flowChannel: '유량계',
  nominalLpm: '정상 유량',
  areaM2: '관수 면적',
  facingDeg: '바라보는 방향',
  place: '자리',
  blindDuty: '센서가 끊긴 추운 밤',
};

export const placeNames = { side: '측창', roof: '천창', circulation: '유동', exhaust: '배기' } as const;

/** Compass directions in steps of 45°, from north. */
export const directionNames = ['북', '북동', '동', '남동', '남', '남서', '서', '북서'] as const;

function directionOf(deg: number): string {
  return `${directionNames[Math.round(deg / 45) % directionNames.length] ?? ''}쪽`;
}

/** Where it is mounted: '측창, 남쪽'; '' where nothing is set. */
export function placeWords({ place, facingDeg }: Pick<ActuatorSettings, 'place' | 'facingDeg'>): string {
  return [place === null ? '' : placeNames[place], facingDeg === null ? '' : directionOf(facingDeg)]
    .filter(Boolean)
    .join(', ');
}

/** What its controller does when it has not heard the server for 90 s. */
export function linkLostWords(type: ActuatorTypeName, onLinkLost: ActuatorSettings['onLinkLost']): string {
  const isMotor = actuatorRows[type].kind === 'position';
  if (onLinkLost === 'hold') return isMotor ? '그 자리에 둠' : '그대로 둠';
  if (onLinkLost === 'finish') return '시작한 것은 마치고 끔';
  if (onLinkLost === 'rest') return isMotor ? '쉬는 자리로' : '바로 끔';
  return isMotor ? `${onLinkLost} %로` : onLinkLost > 0 ? '켬' : '끔';
}

/** Whether the controller keeps the guards of an actuator; `fault` is what it says is wrong there, '' without. */
export function forceWords(guards: readonly Pick<Protections['guards'][number], 'isInForce'>[], fault: string): string {
  if (guards.some(({ isInForce }) => isInForce === false)) return '제어기가 아직 받지 않았습니다.';
  if (fault !== '') return `지금은 다 지키지 못합니다: ${fault}`;
  return guards.every(({ isInForce }) => isInForce) ? '제어기가 받아 지키고 있습니다.' : '';
}

/** The stored value of one setting in words, as a conflict compares it. */
export function settingWords(
  type: ActuatorTypeName,
  name: keyof ActuatorSettings,
  settings: ActuatorSettings,
  nameOf: (channel: number) => string,
): string {
  const value = settings[name];
  if (value === null) return '-';
  if (name === 'onLinkLost') return linkLostWords(type, settings.onLinkLost);
  if (name === 'place' || name === 'facingDeg') return placeWords(settings);
  if (name === 'flowChannel') return nameOf(settings.flowChannel ?? 0);
  if (name === 'upstream') return listPhrase(settings.upstream.map(nameOf)) || '-';
  if (settings.blindDuty !== null && name === 'blindDuty')
    return `${settings.blindDuty.onMin}분 켜고 ${settings.blindDuty.offMin}분 끔`;
  if (typeof value === 'boolean') return value ? '켬' : '끔';
  if (typeof value !== 'number') return '-';
  return name.endsWith('Sec') ? secondsPhrase(value) : figurePhrase(value);
}

import { staleness } from '#contract/series/staleness.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import type { WeatherService } from '#contract/weather/weather-admin.ts';
import { formatNumber } from '#src/lib/format-number.ts';

/** The name of each service, its data, and where its key is set. */
export const serviceWords: {
  readonly [Name in WeatherService['service']]: { name: string; about: string; setting: string };
} = {
  'kma-forecast': {
    name: '기상청 동네예보',
    about: '농장마다 앞으로 나흘의 예보와 지금의 하늘을 받습니다.',
    setting: 'KMA_SERVICE_KEY',
  },
  'kma-hub': {
    name: '기상청 관측 (허브)',
    about: '제주 모든 관측소의 값을 2분마다 한 번에 받습니다.',
    setting: 'KMA_HUB_KEY',
  },
  'kma-asos': {
    name: '기상청 시간 자료 (ASOS)',
    about: '지난 30일에 비어 있던 시간을 다음 날부터 채웁니다.',
    setting: 'KMA_SERVICE_KEY',
  },
  ambient: {
    name: '농장 기상대 (Ambient Weather)',
    about: '농장에 세운 기상대의 값을 나오는 대로 받고, 끊기면 1분마다 물어봅니다.',
    setting: 'AMBIENT_APPLICATION_KEY',
  },
};

/** What went wrong, by kind of failure. */
const failureWords: { readonly [Kind in NonNullable<WeatherService['failureKind']>]: string } = {
  'no-data': '아직 자료가 없다고 답함',
  empty: '기상대나 값이 없다고 답함',
  retry: '답이 없거나 읽을 수 없는 답이 옴',
  rate: '너무 자주 묻는다고 거절함',
  quota: '하루 횟수를 다 썼다고 거절함',
  auth: '키를 받아 주지 않음',
  config: '주소나 활용 신청이 맞지 않음',
  'bad-request': '잘못 물었다고 답함',
};

/** The last failure in words: what went wrong, how often in a row, and whether it is over; undefined if unknown. */
export function lastFailureWords(service: WeatherService): string | undefined {
  const { failureKind, failures, lastSuccessAt, lastFailureAt } = service;
  if (failureKind === null) return undefined;
  const isOver = failures === 0 && Date.parse(lastSuccessAt ?? '') > Date.parse(lastFailureAt ?? '');
  const inARow = failures > 1 ? ` (이어서 ${formatNumber(failures, 0)}번)` : '';
  return `${failureWords[failureKind]}${inARow}${isOver ? ', 지금은 다시 받습니다' : ''}`;
}

type ServiceState = { tone: 'good' | 'quiet' | 'warn' | 'lost'; words: string };

/** A service that has failed for this long leaves gaps on the screens, ms. */
const MISSED_AFTER_MS = HOUR_MS;

/** How often each service has new data, ms; yesterday's hours are requested only if they are missing. */
const NEW_EVERY_MS: { readonly [Name in WeatherService['service']]: number } = {
  'kma-forecast': HOUR_MS,
  'kma-hub': 2 * MINUTE_MS,
  'kma-asos': Number.POSITIVE_INFINITY,
  ambient: MINUTE_MS,
};

/** It answers, but its data has not changed for so long that it counts as silent. */
function isSilent({ service, farms, failures, lastSuccessAt }: WeatherService, now: number): boolean {
  if (failures > 0 || farms === 0 || lastSuccessAt === null) return false;
  return staleness(lastSuccessAt, NEW_EVERY_MS[service], now).tone === 'lost';
}

/** The state of a service at `now` (epoch ms), in one or two words. */
export function stateOf(service: WeatherService, now: number): ServiceState {
  const { isSet, failures, failureKind, lastSuccessAt, farms, usedToday } = service;
  if (!isSet) return { tone: 'quiet', words: '키 없음' };
  if (isSilent(service, now)) return { tone: 'lost', words: '새 자료 없음' };
  if (failures === 0) {
    if (lastSuccessAt !== null) return { tone: 'good', words: '받는 중' };
    if (farms === 0) return { tone: 'quiet', words: '쓰는 농장 없음' };
    return { tone: 'quiet', words: usedToday === 0 ? '아직 물어보지 않음' : '물어보았으나 자료 없음' };
  }
  if (failureKind === 'auth' || failureKind === 'config') return { tone: 'warn', words: '키 확인 필요' };
  if (failureKind === 'empty') return { tone: 'warn', words: '기상대나 값이 없음' };
  if (failureKind === 'quota') return { tone: 'warn', words: '오늘 횟수를 다 씀' };
  const isMissed = lastSuccessAt === null || now - Date.parse(lastSuccessAt) > MISSED_AFTER_MS;
  if (!isMissed) return { tone: 'quiet', words: '다시 물어보는 중' };
  return { tone: 'lost', words: failureKind === 'rate' ? '너무 잦다고 거절함' : '답 없음' };
}

/** What the operator must do; undefined if it recovers by itself. */
export function adviceFor(service: WeatherService, now: number): string | undefined {
  const { failures, failureKind, service: name } = service;
  if (isSilent(service, now)) {
    return '서비스는 답하지만 새 자료가 없습니다. 서버의 시계가 맞는지, 서비스에 공지가 있는지 확인해 주세요.';
  }
  if (failures === 0) {
    return service.farms > 0 && service.usedToday > 0 && service.lastSuccessAt === null
      ? '서비스는 답하지만 아직 자료를 주지 않습니다. 이어서 그러면 서버의 시계가 맞는지 확인해 주세요.'
      : undefined;
  }
  if (failureKind === 'auth') {
    return name === 'ambient'
      ? '기상대 계정이 키를 받아 주지 않습니다. 농장주가 농장 정보에서 키를 새로 넣어야 합니다.'
      : `서비스가 키를 받아 주지 않습니다. ${serviceWords[name].setting}의 키와 활용 신청을 확인해 주세요. 새로 받은 키는 두 시간까지 걸릴 수 있습니다.`;
  }
  if (failureKind === 'empty') {
    return '키는 맞지만 계정에 기상대가 없거나, 기상대가 아직 값을 보낸 적이 없습니다. 기상대를 계정에 등록했는지 농장주가 확인해야 합니다.';
  }
  if (failureKind === 'config') return '서비스의 주소나 활용 신청을 확인해 주세요.';
  if (failureKind === 'quota') {
    return service.usedToday < service.dailyBudget
      ? '우리가 센 것보다 먼저 다 썼다고 서비스가 알렸습니다. 같은 키를 다른 곳에서도 쓰는지 확인해 주세요. 자정이 지나면 다시 받습니다.'
      : '자정이 지나면 다시 받습니다. 자주 그러면 하루 횟수를 늘려 신청해 주세요.';
  }
  if (stateOf(service, now).tone !== 'lost') return undefined;
  if (failureKind === 'rate') {
    return '서비스가 한꺼번에 너무 많이 묻는다고 합니다. 스스로 사이를 두고 다시 물어봅니다. 오래 그러면 같은 키를 다른 곳에서도 쓰는지 확인해 주세요.';
  }
  // A service without any success was just set up: it has not been missing for an hour.
  return service.lastSuccessAt === null
    ? '아직 한 번도 쓸 수 있는 답을 받지 못했습니다. 서버의 인터넷 연결과 마지막 오류를 확인해 주세요.'
    : '한 시간 넘게 쓸 수 있는 답이 없습니다. 서버의 인터넷 연결을 확인해 주세요. 화면에는 마지막으로 받은 값을 그 나이와 함께 보여 드립니다.';
}

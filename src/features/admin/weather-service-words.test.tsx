import { expect, it } from 'vitest';
import type { WeatherService } from '#contract/weather/weather-admin.ts';
import { adviceFor, lastFailureWords, stateOf } from './weather-service-words.tsx';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const asked: WeatherService = {
  service: 'kma-hub',
  isSet: true,
  farms: 3,
  keyPrint: '94ba28d41601',
  usedToday: 1,
  dailyBudget: 20_000,
  failures: 0,
  lastSuccessAt: minutesAgo(1),
  lastFailureAt: null,
  lastFailure: null,
  failureKind: null,
  nextTryAt: null,
};

it.each([
  ['받는 중', asked],
  ['키 없음', { ...asked, isSet: false }],
  ['쓰는 농장 없음', { ...asked, farms: 0, lastSuccessAt: null }],
  ['아직 물어보지 않음', { ...asked, usedToday: 0, lastSuccessAt: null }],
  ['물어보았으나 자료 없음', { ...asked, lastSuccessAt: null }],
  ['새 자료 없음', { ...asked, lastSuccessAt: minutesAgo(61) }],
  ['받는 중', { ...asked, farms: 0, lastSuccessAt: minutesAgo(61) }],
  ['받는 중', { ...asked, service: 'kma-forecast' as const, lastSuccessAt: minutesAgo(61) }],
  ['키 확인 필요', { ...asked, failures: 1, failureKind: 'auth' as const }],
  ['오늘 횟수를 다 씀', { ...asked, failures: 1, failureKind: 'quota' as const }],
  ['기상대나 값이 없음', { ...asked, service: 'ambient' as const, failures: 1, failureKind: 'empty' as const }],
  ['다시 물어보는 중', { ...asked, failures: 1, failureKind: 'retry' as const }],
  ['답 없음', { ...asked, failures: 9, failureKind: 'retry' as const, lastSuccessAt: minutesAgo(61) }],
  ['답 없음', { ...asked, failures: 3, failureKind: 'retry' as const, lastSuccessAt: null }],
  ['너무 잦다고 거절함', { ...asked, failures: 3, failureKind: 'rate' as const, lastSuccessAt: null }],
])('a service is said to stand as it stands: %s', (words, service) => {
  expect(stateOf(service, NOW).words).toBe(words);
});

it('asks somebody to act only where waiting does not help', () => {
  const failing = { ...asked, failures: 1 };
  expect(adviceFor(asked, NOW)).toBeUndefined();
  expect(adviceFor({ ...asked, lastSuccessAt: minutesAgo(61) }, NOW)).toContain('서버의 시계');
  expect(adviceFor({ ...asked, lastSuccessAt: null }, NOW)).toContain('서버의 시계');
  expect(adviceFor({ ...asked, usedToday: 0, lastSuccessAt: null }, NOW)).toBeUndefined();
  expect(adviceFor({ ...failing, failureKind: 'retry' }, NOW)).toBeUndefined();
  expect(adviceFor({ ...failing, failureKind: 'auth' }, NOW)).toContain('KMA_HUB_KEY');
  expect(adviceFor({ ...failing, failureKind: 'auth', service: 'ambient' }, NOW)).toContain('농장주');
  // A service that counts more calls than ours is also called by another client with the same key.
  expect(adviceFor({ ...failing, failureKind: 'quota' }, NOW)).toContain('다른 곳에서도');
  expect(adviceFor({ ...failing, failureKind: 'quota', usedToday: 20_000 }, NOW)).not.toContain('다른 곳에서도');
  expect(adviceFor({ ...failing, failureKind: 'rate' }, NOW)).toBeUndefined();
  expect(adviceFor({ ...failing, failureKind: 'empty', service: 'ambient' }, NOW)).toContain('계정에 기상대가 없거나');
  expect(adviceFor({ ...failing, failureKind: 'retry', lastSuccessAt: null }, NOW)).toContain('인터넷');
});

it('speaks of an hour without an answer only where there was one before', () => {
  const failing = { ...asked, failures: 9, failureKind: 'retry' as const };
  expect(adviceFor({ ...failing, lastSuccessAt: minutesAgo(61) }, NOW)).toContain('한 시간 넘게');
  expect(adviceFor({ ...failing, lastSuccessAt: null }, NOW)).toContain('아직 한 번도');
});

it.each([
  ['너무 자주 묻는다고 거절함', { failureKind: 'rate' as const, failures: 1 }],
  ['너무 자주 묻는다고 거절함 (이어서 4번)', { failureKind: 'rate' as const, failures: 4 }],
  ['답이 없거나 읽을 수 없는 답이 옴', { failureKind: 'retry' as const, failures: 1 }],
  ['키를 받아 주지 않음', { failureKind: 'auth' as const, failures: 1 }],
  ['하루 횟수를 다 썼다고 거절함', { failureKind: 'quota' as const, failures: 1 }],
  ['너무 자주 묻는다고 거절함, 지금은 다시 받습니다', { failureKind: 'rate' as const, failures: 0 }],
])('the last failure reads: %s', (words, failed) => {
  expect(lastFailureWords({ ...asked, lastFailureAt: minutesAgo(5), ...failed })).toBe(words);
});

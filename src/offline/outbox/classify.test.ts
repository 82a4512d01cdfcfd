import { expect, test } from 'vitest';
import { type ErrorCode, errors } from '#contract/wire/errors.ts';
import { classify, classOfCode, type SendResult } from './classify.ts';

function refused(status: number, code: string, retryAfterMs: number | null = null): SendResult {
  const body = { code, status, message: 'no', requestId: 'r-1' };
  return {
    kind: 'answer',
    status,
    body,
    text: JSON.stringify(body),
    requestId: 'r-1',
    isReplay: false,
    answeredAt: null,
    retryAfterMs,
  };
}

const codes = Object.keys(errors) as ErrorCode[];

test.each(codes)('%s is judged by its code, whatever the status says', (code) => {
  expect(classify(refused(errors[code].status, code)).kind).toBe(classOfCode[code]);
  expect(classify(refused(500, code)).kind).toBe(classOfCode[code]);
});

test('what waits by itself, for a sign-in, for a choice, and what is refused for good', () => {
  const of = (kind: string) => codes.filter((code) => classOfCode[code] === kind).sort();
  expect(of('later')).toEqual([
    'DATABASE_UNAVAILABLE',
    'HOST_REFUSED',
    'IDEMPOTENCY_IN_PROGRESS',
    'PAYLOAD_AHEAD',
    'REHEARSAL_RUNNING',
    'STORAGE_FULL',
    'TOO_MANY_REQUESTS',
    'WEATHER_SERVICE_FAILED',
  ]);
  expect(of('sign-in')).toEqual(['IDENTITY_MISMATCH', 'PASSWORD_CHANGE_REQUIRED', 'UNAUTHENTICATED']);
  expect(of('conflict')).toEqual(['CHANGED_MEANWHILE']);
  expect(of('server-error')).toEqual(['INTERNAL']);
  // The contract says for each code whether a retry may help; such a code must not be refused here.
  for (const code of of('refused') as ErrorCode[]) expect(errors[code].retry, code).toBe('never');
});

test.each([
  [401, 'sign-in'],
  [404, 'refused'],
  [408, 'later'],
  [409, 'refused'],
  [418, 'refused'],
  [425, 'later'],
  [429, 'later'],
  [500, 'server-error'],
  [501, 'server-error'],
  [502, 'later'],
  [503, 'later'],
  [504, 'later'],
])('a code that only a newer server has is judged by its status: %d %s', (status, kind) => {
  expect(classify(refused(status, 'OF_TOMORROW'))).toMatchObject({ kind, error: { status, code: 'OF_TOMORROW' } });
});

test('an answer is a receipt, and half an answer is none', () => {
  const answer = {
    kind: 'answer',
    status: 201,
    requestId: 'r-2',
    isReplay: true,
    answeredAt: 7,
    retryAfterMs: null,
  } as const;
  expect(classify({ ...answer, body: { a: 1 }, text: '{"a":1}' })).toEqual({
    kind: 'done',
    receipt: { status: 201, body: '{"a":1}', requestId: 'r-2', isReplay: true, answeredAt: 7 },
  });
  expect(classify({ ...answer, body: undefined, text: '{"a' }).kind).toBe('no-answer');
  expect(classify({ kind: 'none', reason: 'timeout' })).toMatchObject({
    kind: 'no-answer',
    error: { code: 'timeout' },
  });
});

test('a server that names a time is heard', () => {
  expect(classify(refused(429, 'TOO_MANY_REQUESTS', 7_000))).toMatchObject({ afterMs: 7_000, isForAll: true });
  expect(classify(refused(409, 'IDEMPOTENCY_IN_PROGRESS', 2_000))).toMatchObject({ afterMs: 2_000, isForAll: false });
});

import { expect, it } from 'vitest';
import { errors } from '#contract/wire/errors.ts';
import { ApiError, NoAnswerError } from '../call/errors.ts';
import { createFailureReport } from './report-failures.ts';

const refusal = (code: 'INTERNAL' | 'FORBIDDEN' | 'UNAUTHENTICATED', requestId = 'r-1') =>
  new ApiError({ code, status: errors[code].status, message: '', requestId }, errors[code].status);

function aReport() {
  const told: unknown[] = [];
  const report = createFailureReport((code, _error, more) => void told.push([code, more]));
  return { told, report };
}

it('tells of failed reads of farms, monitoring and statistics with code and request id', () => {
  const { told, report } = aReport();
  report(['GET /api/farms', {}, {}], refusal('INTERNAL', 'r-7'));
  report(['GET /api/monitor/record', {}, {}], refusal('FORBIDDEN', 'r-8'));
  report(['GET /api/statistics/inner-sensor', {}, {}], refusal('INTERNAL', 'r-9'));
  expect(told).toEqual([
    ['INTERNAL', { url: 'GET /api/farms', requestId: 'r-7' }],
    ['FORBIDDEN', { url: 'GET /api/monitor/record', requestId: 'r-8' }],
    ['INTERNAL', { url: 'GET /api/statistics/inner-sensor', requestId: 'r-9' }],
  ]);
});

it('tells of each kind once, and of nothing that is no failure of the server', () => {
  const { told, report } = aReport();
  for (const id of ['r-1', 'r-2', 'r-3']) report(['GET /api/farms', {}, {}], refusal('INTERNAL', id));
  report(['GET /api/farms', {}, {}], new NoAnswerError('offline'));
  report(['GET /api/monitor/record', {}, {}], refusal('UNAUTHENTICATED'));
  report(['GET /api/users/me', {}, {}], refusal('INTERNAL'));
  expect(told).toHaveLength(1);
});

it('stops after twenty kinds', () => {
  const { told, report } = aReport();
  for (let at = 0; at < 30; at += 1) report([`GET /api/monitor/${at}`, {}, {}], refusal('INTERNAL'));
  expect(told).toHaveLength(20);
});

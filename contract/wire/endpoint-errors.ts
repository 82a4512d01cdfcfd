import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Every code that an endpoint may answer: those of its kind (caller, input, read or write) and those it declares. Only
 * a demonstration answers HOST_REFUSED, only a server on PostgreSQL DATABASE_UNAVAILABLE.
 */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { method, who, farm, page, params, query, body, needsOwnPassword } = endpoint;
  const isOfUsers = who !== 'anyone' && who !== 'device';
  const isWrite = method !== 'GET';
  const takesParams = takesAnything(params);
  const codes = new Set<ErrorCode>(['HOST_REFUSED', 'IDENTITY_MISMATCH', ...endpoint.errors]);
  const add = (when: boolean, ...more: ErrorCode[]) => {
    for (const code of when ? more : []) codes.add(code);
  };
  add(takesParams || takesAnything(query) || takesAnything(body), 'VALIDATION');
  add(isOfUsers, 'UNAUTHENTICATED');
  add(isOfUsers && needsOwnPassword, 'PASSWORD_CHANGE_REQUIRED');
  add(who === 'administrator' || farm !== 'none' || (page !== undefined && page !== 'any'), 'FORBIDDEN');
  add(farm !== 'none' || takesParams, 'NOT_FOUND');
  add(isWrite, 'BAD_REQUEST', 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE', 'STORAGE_FULL');
  add(isWrite && isOfUsers, 'IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_REUSE', 'IDEMPOTENCY_IN_PROGRESS');
  add(endpoint.outbox !== undefined, 'PAYLOAD_AHEAD');
  add(true, 'DATABASE_UNAVAILABLE', 'INTERNAL');
  return [...codes];
}

function takesAnything(schema: Endpoint['params']): boolean {
  const { shape }: { shape?: object } = Object(schema);
  return shape === undefined || Object.keys(shape).length > 0;
}

import { describe, expect, it } from 'vitest';
import hub from '../../../tests/vectors/kma_apihub_text.json' with { type: 'json' };
import envelopes from '../../../tests/vectors/kma_envelopes.json' with { type: 'json' };
import { readReply } from './reply.ts';

function failureOf(status: number, body: string) {
  const reply = readReply(status, body);
  if (!('failure' in reply)) throw new Error('it was taken for data');
  return reply;
}

describe('an answer of the service', () => {
  it.each(Object.entries(envelopes.ok))('%s is read', (_, body) => {
    const reply = readReply(200, JSON.stringify(body));
    if ('failure' in reply) throw new Error(reply.failure.message);
    expect(reply.items.length).toBeGreaterThan(0);
    expect(reply.totalCount).toBeGreaterThanOrEqual(reply.items.length);
  });

  it.each(envelopes.failures.filter(({ expect: { klass } }) => klass !== 'ok'))(
    'fails with $name',
    ({ status, body, expect: { klass, code } }) => {
      const { failure } = failureOf(status, body);
      expect({ kind: failure.kind === 'rate' ? 'retry' : failure.kind, code: failure.code }).toEqual({
        kind: klass.replace('_', '-'),
        code,
      });
    },
  );

  it.each(envelopes.failures.filter(({ expect: { klass } }) => klass === 'ok'))(
    'takes $name',
    ({ status, body, expect: { items } }) => {
      expect(readReply(status, body)).toMatchObject({ items: { length: items ?? 1 } });
    },
  );

  it.each(envelopes.resultCodes.filter(({ klass }) => !['ok', 'unknown'].includes(klass)))(
    '$code $msg is $klass',
    ({ code, msg, klass }) => {
      const body = JSON.stringify({ response: { header: { resultCode: code, resultMsg: msg } } });
      expect(readReply(200, body)).toMatchObject({ failure: { kind: klass.replace('_', '-'), code } });
    },
  );

  it.each(hub.errors.filter(({ klass }) => klass === 'auth'))(
    'the hub refuses a key with $status',
    ({ status, body }) => {
      expect(readReply(status, body)).toMatchObject({ failure: { kind: 'auth', code: String(status) } });
    },
  );

  it('takes a single item for a list of one', () => {
    const body = {
      response: { header: { resultCode: '00', resultMsg: 'OK' }, body: { items: { item: { a: 1 } }, totalCount: 1 } },
    };
    expect(readReply(200, JSON.stringify(body))).toEqual({ items: [{ a: 1 }], totalCount: 1 });
  });

  it.each([
    ['is not there', {}],
    ['is null', { items: null }],
    ['is an empty text', { items: '' }],
    ['is empty', { items: {} }],
    ['holds null', { items: { item: null } }],
  ])('has no items where the list %s', (_, body) => {
    const answer = { response: { header: { resultCode: '00', resultMsg: 'OK' }, body: { ...body, totalCount: 0 } } };
    expect(readReply(200, JSON.stringify(answer))).toEqual({ items: [], totalCount: 0 });
  });

  it('reads the same answer as XML', () => {
    const item = '<item><baseDate>20260701</baseDate><category>PCP</category><fcstValue>강수없음</fcstValue></item>';
    const body = `<?xml version="1.0" encoding="UTF-8"?><response><header><resultCode>00</resultCode><resultMsg>OK</resultMsg></header><body><items>${item}</items><totalCount>290</totalCount></body></response>`;
    expect(readReply(200, body)).toEqual({
      items: [{ baseDate: '20260701', category: 'PCP', fcstValue: '강수없음' }],
      totalCount: 290,
    });
    expect(readReply(200, body.replace('>00<', '>03<'))).toMatchObject({ failure: { kind: 'no-data', code: '03' } });
  });

  it('tries again after a code that says nothing', () => {
    expect(failureOf(200, '{"response":{"header":{"resultCode":"99","resultMsg":"UNKNOWN_ERROR"}}}').failure.kind).toBe(
      'retry',
    );
  });

  it('says of JSON that breaks off nothing but that', () => {
    const { failure } = failureOf(200, '{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"bo');
    expect(failure).toMatchObject({ kind: 'retry', message: 'HTTP 200, the answer breaks off' });
  });

  it('tells how an unknown body begins, without its tags', () => {
    expect(readReply(502, `<html><b>Bad Gateway</b>${' long'.repeat(9_999)}</html>`)).toMatchObject({
      failure: { kind: 'retry', message: expect.stringMatching(/^HTTP 502: Bad Gateway long.{0,2000}$/) },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { aKeptLog } from '../../../tests/support/server/kept-log.ts';

const MINUTE = 60_000;

describe('a line', () => {
  it('keeps 200 characters of a value, and says that there was more', () => {
    const { log, lines } = aKeptLog();
    log.info({ path: 'x'.repeat(12_000), status: 404 }, 'request');
    expect(lines('request')).toMatchObject([{ path: `${'x'.repeat(200)}…`, status: 404 }]);
  });

  it('keeps an error short, whatever it quotes', () => {
    const { log, written } = aKeptLog();
    const quoting = Object.assign(new TypeError('y'.repeat(12_000)), { input: 'z'.repeat(12_000) });
    log.error({ err: quoting }, 'request failed');
    expect(written()).toContain('TypeError');
    expect(written().length).toBeLessThan(3_000);
  });

  it('does not tell the address it counts for', () => {
    const { log, written } = aKeptLog();
    log.warn({ code: 'CredentialsSignin', address: '203.0.113.9' }, 'sign-in failed');
    expect(written()).toContain('CredentialsSignin');
    expect(written()).not.toContain('203.0.113.9');
  });
});

describe('a minute', () => {
  it('takes 20 lines of a message from one address, and counts the rest in the next', () => {
    const { log, lines, pass } = aKeptLog();
    for (let count = 0; count < 500; count += 1) log.info({ address: '203.0.113.9' }, 'request');
    for (let count = 0; count < 5; count += 1) log.info({ address: '203.0.113.10' }, 'request');
    log.warn({ address: '203.0.113.9' }, 'sign-in failed');
    expect(lines('request')).toHaveLength(25);
    expect(lines('sign-in failed')).toHaveLength(1);
    expect(lines('lines left out')).toEqual([]);
    pass(MINUTE);
    log.info({ address: '203.0.113.9' }, 'request');
    expect(lines('request')).toHaveLength(26);
    expect(lines('lines left out')).toMatchObject([{ of: 'request', count: 480, addresses: { '203.0.113.9': 500 } }]);
    pass(MINUTE);
    log.info('listening');
    expect(lines('lines left out')).toHaveLength(1);
  });

  it('takes 100 lines of a message from all addresses, and names the ten loudest', () => {
    const { log, lines, pass } = aKeptLog();
    for (let from = 1; from <= 30; from += 1)
      for (let count = 0; count < 20 + from; count += 1) log.info({ address: `203.0.113.${from}` }, 'request');
    expect(lines('request')).toHaveLength(100);
    pass(MINUTE);
    log.info('listening');
    const [{ addresses, count } = { addresses: {}, count: 0 }] = lines('lines left out');
    expect(count).toBe(30 * 20 + 465 - 100);
    expect(addresses).toEqual(
      Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`203.0.113.${30 - at}`, 50 - at])),
    );
  });

  it('takes 1,200 lines of a message from those who are known, beside any number of strangers', () => {
    const { log, lines } = aKeptLog();
    for (let count = 0; count < 5_000; count += 1) {
      log.info({ address: '203.0.113.9' }, 'request');
      if (count < 1_000) log.info({ userId: 7 }, 'request');
    }
    expect(lines('request').filter(({ userId }) => userId === 7)).toHaveLength(1_000);
    for (let count = 0; count < 1_000; count += 1) log.info({ userId: 7 }, 'request');
    expect(lines('request').filter(({ userId }) => userId === 7)).toHaveLength(1_200);
  });
});

describe('an hour', () => {
  it('of requests from 5,000 strangers fills less than 3 MB', () => {
    const { log, written, pass } = aKeptLog();
    for (let minute = 0; minute < 60; minute += 1) {
      for (let from = 0; from < 5_000; from += 1) {
        const address = `198.18.${from >> 8}.${from & 255}`;
        const requestId = '00000000-0000-4000-8000-000000000000';
        log.info({ requestId, method: 'GET', path: `/${'x'.repeat(12_000)}`, status: 404, ms: 1, address }, 'request');
      }
      pass(MINUTE);
    }
    expect(written().length).toBeGreaterThan(1_000_000);
    expect(written().length).toBeLessThan(3_000_000);
  });
});

import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const LOOPBACK = '127.0.0.1';
const EVERYWHERE = '0.0.0.0';

describe('what the settings make reachable', () => {
  it.each<[env: Record<string, string>, told: { isPublic: boolean; isDemo: boolean; host: string }]>([
    [{}, { isPublic: false, isDemo: true, host: LOOPBACK }],
    [{ PUBLIC_URL: 'http://localhost:8080' }, { isPublic: false, isDemo: true, host: LOOPBACK }],
    [{ PUBLIC_URL: 'http://[::1]:8080' }, { isPublic: false, isDemo: true, host: LOOPBACK }],
    [{ HOST: '127.0.0.2' }, { isPublic: false, isDemo: true, host: '127.0.0.2' }],
    [{ HOST: 'localhost' }, { isPublic: false, isDemo: true, host: 'localhost' }],
    [{ DEMO: '0' }, { isPublic: false, isDemo: false, host: EVERYWHERE }],
    // Each of these alone turns the demonstration off …
    [{ PUBLIC_URL: 'https://farm.example' }, { isPublic: true, isDemo: false, host: EVERYWHERE }],
    [{ PUBLIC_URL: 'http://localhost.farm.example' }, { isPublic: true, isDemo: false, host: EVERYWHERE }],
    [
      { TLS_CERT: 'c', TLS_KEY: 'k' },
      { isPublic: true, isDemo: false, host: EVERYWHERE },
    ],
    [{ HOST: '0.0.0.0' }, { isPublic: true, isDemo: false, host: EVERYWHERE }],
    [{ HOST: '192.168.0.5' }, { isPublic: true, isDemo: false, host: '192.168.0.5' }],
    [{ TRUST_PROXY: '1' }, { isPublic: true, isDemo: false, host: LOOPBACK }],
    [{ TRUST_PROXY: '10.0.0.2' }, { isPublic: true, isDemo: false, host: EVERYWHERE }],
    // … unless DEMO is set; then, without a public address, it listens on this machine only.
    [
      { PUBLIC_URL: 'https://farm.example', DEMO: '1' },
      { isPublic: true, isDemo: true, host: LOOPBACK },
    ],
    [
      { HOST: '0.0.0.0', DEMO: '1' },
      { isPublic: true, isDemo: true, host: EVERYWHERE },
    ],
    [
      { TRUST_PROXY: '1', HOST: '0.0.0.0' },
      { isPublic: true, isDemo: false, host: EVERYWHERE },
    ],
  ])('%j', (env, told) => {
    expect(readConfig(env)).toMatchObject(told);
  });
});

describe('a setting that makes no sense', () => {
  it.each([
    [{ PUBLIC_URL: 'farm.example' }, 'PUBLIC_URL must be an origin'],
    [{ PUBLIC_URL: 'https://farm example' }, 'PUBLIC_URL must be an origin'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be 1'],
    [{ TRUST_PROXY: '10.0.0.2,caddy' }, 'TRUST_PROXY must be 1'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be 1'],
    [{ TRUST_PROXY: '10.0.0.0/' }, 'TRUST_PROXY must be 1'],
    [{ TLS_CERT: 'c' }, 'set both or none'],
    [{ RETENTION_RAW_DAYS: '0' }, 'RETENTION_RAW_DAYS must be a whole number from 1 to 100000'],
    [{ RETENTION_10M_DAYS: '30' }, 'RETENTION_10M_DAYS must be a whole number from 31 to 100000'],
    [{ RETENTION_10M_DAYS: '399' }, 'RETENTION_10M_DAYS must not be shorter than RETENTION_RAW_DAYS (400 days)'],
    [{ RETENTION_1H_DAYS: '500' }, 'RETENTION_1H_DAYS must not be shorter than RETENTION_10M_DAYS (for ever)'],
    [
      { RETENTION_10M_DAYS: '500', RETENTION_1H_DAYS: '500', RETENTION_1D_DAYS: '499' },
      'RETENTION_1D_DAYS must not be shorter than RETENTION_1H_DAYS (500 days)',
    ],
    [{ METRICS_TOKEN: 'two words' }, 'METRICS_TOKEN must not hold blanks'],
  ])('%j is refused in one sentence', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });
});

describe('how long readings are kept', () => {
  it.each([
    [{}, { raw: 400, '10m': Infinity, '1h': Infinity, '1d': Infinity }],
    [{ RETENTION_RAW_DAYS: '30' }, { raw: 30, '10m': Infinity, '1h': Infinity, '1d': Infinity }],
    [
      { RETENTION_RAW_DAYS: '31', RETENTION_10M_DAYS: '31', RETENTION_1H_DAYS: '400', RETENTION_1D_DAYS: '4000' },
      { raw: 31, '10m': 31, '1h': 400, '1d': 4000 },
    ],
  ])('%j', (env, days) => {
    expect(readConfig(env).retentionDays).toEqual(days);
  });
});

describe('whose forwarded headers are believed', () => {
  const believes = (text: string, address: string) =>
    readConfig({ TRUST_PROXY: text }).trustedProxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

  it.each([
    ['', '127.0.0.1', false],
    ['0', '127.0.0.1', false],
    ['1', '127.0.0.1', true],
    ['1', '::1', true],
    // The form in which a dual-stack socket reports an IPv4 address.
    ['1', '::ffff:127.0.0.1', true],
    ['1', '192.168.0.9', false],
    ['10.0.0.2, 192.168.0.0/16', '10.0.0.2', true],
    ['10.0.0.2, 192.168.0.0/16', '10.0.0.3', false],
    ['10.0.0.2, 192.168.0.0/16', '192.168.200.1', true],
    ['10.0.0.2, 192.168.0.0/16', '::ffff:192.168.200.1', true],
    ['10.0.0.2, 192.168.0.0/16', '127.0.0.1', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', '2001:db8::1', false],
  ])('TRUST_PROXY=%s, from %s: %s', (text, address, isBelieved) => {
    expect(believes(text, address)).toBe(isBelieved);
  });
});

import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time/time.ts';
import { createKnownBrowsers, knownBrowserCookie } from './known-browser.ts';

const clock = { now: Date.UTC(2026, 10, 1) };
const browsers = createKnownBrowsers('a secret of this server', () => clock.now);
const grower = { account: 'grower', passwordHash: 'hash' };
type Browser = Parameters<typeof browsers.find>[0];
const empty: Browser = { cookies: {}, isSecure: false };

/** A browser with the cookie it has after signing in to these accounts one after another. */
const browserOf = (...accounts: string[]) =>
  accounts.reduce<Browser>((browser, account) => {
    const { name, value } = browsers.note(browser, { ...grower, account });
    return { ...empty, cookies: { [name]: value } };
  }, empty);

describe('a browser', () => {
  it('is known to the accounts it has signed in to, the five latest, and to no other', () => {
    const browser = browserOf('one', 'two', 'three', 'four', 'five', 'six', 'four');
    const known = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].filter((account) =>
      browsers.find(browser, { ...grower, account }),
    );
    expect(known).toEqual(['two', 'three', 'four', 'five', 'six']);
    expect(browsers.find(empty, grower)).toBeUndefined();
  });

  it('is known for 180 days, until the password is another, and to this server alone', () => {
    const browser = browserOf('grower');
    expect(browsers.find(browser, grower)).toMatch(/^[\w-]{16}$/);
    expect(browsers.find(browser, { ...grower, passwordHash: 'another' })).toBeUndefined();
    expect(createKnownBrowsers('another secret', () => clock.now).find(browser, grower)).toBeUndefined();
    clock.now += 180 * DAY_MS - 1;
    expect(browsers.find(browser, grower)).toBeDefined();
    clock.now += 1;
    expect(browsers.find(browser, grower)).toBeUndefined();
  });

  it('proves nothing with what it made up or changed', () => {
    const [entry = ''] = Object.values(browserOf('grower').cookies);
    const forged = [
      '',
      '~~~',
      'x'.repeat(4_000),
      entry.slice(0, -1),
      entry.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
    ];
    for (const value of [...forged, entry.replace(/\.\w+\./, '.zzzzzzzzz.')]) {
      const cookies = { [knownBrowserCookie(false)]: value };
      expect(browsers.find({ ...empty, cookies }, grower), value).toBeUndefined();
    }
  });

  it('keeps its proof from scripts and from other sites, and over https under a name that only https can set', () => {
    const { name, value, options } = browsers.note({ cookies: {}, isSecure: true }, grower);
    expect(name).toBe('__Secure-onsil.known-browser');
    expect(value).not.toContain('grower');
    expect(options).toMatchObject({ path: '/api/auth', httpOnly: true, sameSite: 'Lax', secure: true });
    expect(options.expires).toEqual(new Date(clock.now + 180 * DAY_MS));
  });
});

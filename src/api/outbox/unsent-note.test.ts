import { expect, test } from 'vitest';
import { notedUnsent, noteUnsent } from './unsent-note.ts';

/** Cookies as a page has them: written one by one, read all at once. */
function aJar(other = '') {
  const kept = new Map<string, string>();
  return {
    get cookie() {
      return [other, ...[...kept].map(([name, value]) => `${name}=${value}`)].filter((one) => one !== '').join('; ');
    },
    set cookie(line: string) {
      const [, name = '', value = '', age] = /^([^=]+)=([^;]*).*Max-Age=(\d+)/.exec(line) ?? [];
      if (age === '0') kept.delete(name);
      else kept.set(name, value);
    },
  };
}

test('each user’s number is noted beside those of others, and gone with the last', () => {
  const jar = aJar('next-auth.csrf-token=abc');
  expect(notedUnsent('농부', jar)).toBe(0);
  noteUnsent('농부', 3, jar);
  noteUnsent('grower; 2', 1, jar);
  expect([notedUnsent('농부', jar), notedUnsent('grower; 2', jar)]).toEqual([3, 1]);
  noteUnsent('농부', 0, jar);
  expect([notedUnsent('농부', jar), notedUnsent('grower; 2', jar)]).toEqual([0, 1]);
  noteUnsent('grower; 2', 0, jar);
  expect(jar.cookie).toBe('next-auth.csrf-token=abc');
});

test('what stands there otherwise counts as nothing', () => {
  for (const value of ['%', '[]', '%7B%22a%22%3A%22b%22%7D']) {
    expect(notedUnsent('a', { cookie: `onsil-unsent=${value}` })).toBe(0);
  }
});

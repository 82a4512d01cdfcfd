import { describe, expect, it } from 'vitest';
import { linkParts } from './link-parts.ts';

const links = (text: string) => linkParts(text).flatMap((part) => ('href' in part ? [part] : []));

describe('a plain text', () => {
  it('keeps every letter, markup included', () => {
    for (const text of [
      '',
      '<b>굵게</b>\n두 줄',
      '주소 https://a.kr/b?c=1. 끝',
      'https://a.kr',
      '(https://a.kr/b)입니다',
    ]) {
      expect(
        linkParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
  });

  it('has the addresses that stand in it, without the marks of the sentence', () => {
    expect(links('보세요: https://a.kr/b?c=1. (http://b.kr/c) https://c.kr/d_(e)!').map(({ href }) => href)).toEqual([
      'https://a.kr/b?c=1',
      'http://b.kr/c',
      'https://c.kr/d_(e)',
    ]);
  });

  it('leads nowhere but to http and https', () => {
    const bad = [
      'javascript:alert(1)',
      'data:text/html,<script>',
      'file:///etc/passwd',
      'https://',
      'www.a.kr',
      '//a.kr',
    ];
    for (const text of bad) expect(links(text)).toEqual([]);
  });

  it('says where an address leads, however it is dressed up', () => {
    // A user name that looks like the host, and a Cyrillic letter that looks like a Latin one.
    expect(links('https://bank.kr@evil.example/')).toEqual([]);
    expect(links('https://b\u0430nk.kr/')).toMatchObject([{ host: 'xn--bnk-6cd.kr' }]);
    expect(links('HTTPS://A.KR:8443/')).toMatchObject([{ host: 'a.kr:8443' }]);
  });
});

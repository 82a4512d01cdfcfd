import { describe, expect, it } from 'vitest';
import { signInErrorText, tooManyAttempts } from './sign-in-text.ts';

describe('sign-in error text', () => {
  it('says for each code what to do', () => {
    expect(signInErrorText('CredentialsSignin')).toContain('비밀번호');
    expect(signInErrorText('SessionRequired')).toContain('로그인');
  });

  it('passes on the sentence that says how long to wait, in whole minutes from one minute on', () => {
    expect(tooManyAttempts(5)).toContain('5초');
    expect(tooManyAttempts(61)).toContain('2분');
    expect(signInErrorText(tooManyAttempts(5))).toBe(tooManyAttempts(5));
    expect(signInErrorText(tooManyAttempts(900))).toBe(tooManyAttempts(900));
  });

  it('shows nothing a link may bring', () => {
    const general = signInErrorText('');
    for (const error of ['toString', 'https://evil.example', `${tooManyAttempts(5)}!`]) {
      expect(signInErrorText(error)).toBe(general);
    }
  });
});

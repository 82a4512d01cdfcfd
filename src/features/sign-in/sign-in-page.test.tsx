import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SignInPage } from './sign-in-page.tsx';

const page = (demo?: { password: string | undefined }) =>
  renderToStaticMarkup(<SignInPage demo={demo} notice={<p>로그인이 필요합니다.</p>} onSubmit={async () => ({})} />);

it('shows the demonstration accounts in demonstration mode alone', () => {
  expect(page({ password: 'onsil-demo' })).toContain('둘러보기 계정');
  expect(page({ password: 'onsil-demo' })).toContain('onsil-demo');
  expect(page()).not.toContain('둘러보기 계정');
});

it('shows no password where the server tells none', () => {
  const shown = page({ password: undefined });
  expect(shown).toContain('grower');
  expect(shown).toContain('운영하는 사람에게 문의해 주세요.');
  expect(shown).not.toContain('onsil-demo');
});

it('tells password managers which field is which', () => {
  expect(page()).toContain('autoComplete="username"');
  expect(page()).toContain('autoComplete="current-password"');
});

it('says why one is here', () => {
  expect(page()).toContain('로그인이 필요합니다.');
});

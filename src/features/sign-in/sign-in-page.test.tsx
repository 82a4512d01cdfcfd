import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SignInPage } from './sign-in-page.tsx';

const page = (demo: boolean) =>
  renderToStaticMarkup(<SignInPage demo={demo} notice={<p>로그인이 필요합니다.</p>} onSubmit={async () => ({})} />);

it('shows the demonstration accounts in demonstration mode alone', () => {
  expect(page(true)).toContain('onsil-demo');
  expect(page(false)).not.toContain('onsil-demo');
});

it('tells password managers which field is which', () => {
  expect(page(false)).toContain('autoComplete="username"');
  expect(page(false)).toContain('autoComplete="current-password"');
});

it('says why one is here', () => {
  expect(page(false)).toContain('로그인이 필요합니다.');
});

import { useQuery } from '@tanstack/react-query';
import { ClientOnly, createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CREDENTIALS_PROVIDER } from '#contract/user/auth.ts';
import { signInErrorText } from '#contract/user/sign-in-text.ts';
import { siteInfo } from '#contract/wire/site.ts';
import { useConnectivity } from '#src/api/call/connectivity.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';
import { LegalLinks } from '#src/features/legal/legal-links.tsx';
import { SignInPage } from '#src/features/sign-in/sign-in-page.tsx';
import { localTarget } from './-local-target.ts';
import { useTitle } from './-use-title.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (raw: Record<string, unknown>): { callbackUrl?: string; error?: string } => ({
    ...(typeof raw.callbackUrl === 'string' && { callbackUrl: raw.callbackUrl }),
    ...(typeof raw.error === 'string' && { error: raw.error }),
  }),
  component: Login,
});

function Login() {
  useTitle('로그인');
  const { callbackUrl, error } = Route.useSearch();
  const router = useRouter();
  const { status, signIn } = useSession();
  const site = useQuery(readQuery(siteInfo, {}));
  const target = localTarget(callbackUrl);

  useEffect(() => {
    if (status === 'authenticated') router.history.replace(target);
  }, [status, target, router]);

  async function handleSubmit({ userId, password }: { userId: string; password: string }) {
    const result = await signIn(CREDENTIALS_PROVIDER, { username: userId, password, callbackUrl: target });
    if (result.error) return { error: signInErrorText(result.error) };
    if (!result.ok) return { error: signInErrorText('CLIENT_FETCH_ERROR') };
    // The new session state redirects, as it does when another tab signs in.
    return {};
  }

  const { isDemo = false, demoPassword } = site.data?.value ?? {};
  return (
    <SignInPage
      onSubmit={handleSubmit}
      // Not part of the prerendered document.
      notice={
        <ClientOnly>
          <Notice error={error} />
        </ClientOnly>
      }
      demo={isDemo ? { password: demoPassword } : undefined}
      legalLinks={<LegalLinks />}
    />
  );
}

function Notice({ error }: { error: string | undefined }) {
  const reach = useConnectivity();
  if (reach === 'offline') {
    return '지금은 서버에 연결할 수 없습니다. 로그인하려면 연결이 필요합니다. 이 기기에 저장된 기록은 로그인한 뒤 다시 볼 수 있습니다.';
  }
  if (reach === 'captive')
    return '이 와이파이는 먼저 로그인해야 합니다. 브라우저에서 와이파이 로그인 화면을 열어 주세요.';
  return error ? signInErrorText(error) : null;
}

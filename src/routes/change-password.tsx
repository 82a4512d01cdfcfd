import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SIGN_IN_PATH } from '#contract/user/auth.ts';
import { useSession } from '#src/api/session/session.ts';
import { PlainPage } from '#src/features/shell/plain-page.tsx';
import { PasswordForm } from '#src/features/user/password-form.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { localTarget } from './-local-target.ts';
import { useTitle } from './-use-title.ts';

export const Route = createFileRoute('/change-password')({
  validateSearch: ({ callbackUrl }: Record<string, unknown>): { callbackUrl?: string } =>
    typeof callbackUrl === 'string' ? { callbackUrl } : {},
  component: ChangePassword,
});

/** The first page for users with a one-time password; it is outside the shell and needs no right. */
function ChangePassword() {
  useTitle('새 비밀번호');
  const { callbackUrl } = Route.useSearch();
  const { status, data: session, update, signOut } = useSession();
  const router = useRouter();
  const navigate = useNavigate();
  const isNeeded = session?.mustChangePassword === true;
  const target = localTarget(callbackUrl);
  useEffect(() => {
    if (status === 'unauthenticated') void navigate({ to: SIGN_IN_PATH, replace: true });
    if (status === 'authenticated' && !isNeeded) router.history.replace(target);
  }, [status, isNeeded, target, router, navigate]);
  if (!session || !isNeeded) return null;
  return (
    <main id="main" className="px-4">
      <PlainPage title="새 비밀번호를 정해 주세요">
        <p>
          {session.user.name} 님, 반갑습니다. 받으신 임시 비밀번호는 처음 한 번만 씁니다. 앞으로 쓸 비밀번호를 정하면
          바로 시작합니다.
        </p>
        <div className="w-full">
          <PasswordForm
            person={{ userId: session.userId, name: session.user.name }}
            isOneTime
            onChanged={() => update()}
          />
        </div>
        <Button onClick={() => void signOut()}>로그아웃</Button>
      </PlainPage>
    </main>
  );
}

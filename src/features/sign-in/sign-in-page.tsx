import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { PasswordField } from '#src/ui/field/password-field.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { LogoMark } from '#src/ui/logo-mark.tsx';
import { ThemeToggle } from '#src/ui/theme/theme-toggle.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { GreenhouseScene } from './greenhouse-scene.tsx';

type SignInPageProps = {
  /** Answers with the sentence to show when signing in failed; after success the caller leaves the page. */
  onSubmit: (entered: { userId: string; password: string }) => Promise<{ error?: string }>;
  /** Why one is here: signed out by the timer, no connection. */
  notice?: ReactNode;
  /** Shows the accounts of demonstration mode, and their password where it is no secret. */
  demo?: { password: string | undefined } | undefined;
  /** The way to what one agrees to by signing in. */
  legalLinks?: ReactNode;
};

type Problems = { userId?: string; password?: string; form?: string };

/** The page of /login. */
export function SignInPage({ onSubmit, notice, demo, legalLinks }: SignInPageProps) {
  const userIdInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    // Read from the inputs and not from state: password managers may fill them without an event.
    const userId = userIdInput.current?.value.trim() ?? '';
    const password = passwordInput.current?.value ?? '';
    if (userId === '' || password === '') {
      setProblems({
        ...(userId === '' && { userId: '아이디를 입력해 주세요.' }),
        ...(password === '' && { password: '비밀번호를 입력해 주세요.' }),
      });
      (userId === '' ? userIdInput : passwordInput).current?.focus();
      return;
    }
    setProblems({});
    setIsBusy(true);
    try {
      const { error } = await onSubmit({ userId, password });
      if (error === undefined) return;
      setProblems({ form: error });
      passwordInput.current?.focus();
      passwordInput.current?.select();
    } finally {
      setIsBusy(false);
    }
  }

  function fillIn(userId: string) {
    if (userIdInput.current) userIdInput.current.value = userId;
    if (passwordInput.current) passwordInput.current.value = demo?.password ?? '';
    setProblems({});
    const submit = passwordInput.current?.form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    (demo?.password === undefined ? passwordInput.current : submit)?.focus();
  }

  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      {/* Below the desktop width a band as high as the house is drawn; a phone held sideways keeps its height for the fields. */}
      <div className="shrink-0 max-md:-mb-6 max-md:h-[min(54vw,45dvh)] max-md:landscape:hidden md:sticky md:top-0 md:h-dvh md:w-1/2 lg:w-[55%]">
        <GreenhouseScene className="size-full" />
      </div>
      <main
        id="main"
        className="relative flex flex-1 flex-col rounded-t-3xl bg-surface px-5 pt-8 [@media(max-height:480px)]:pt-4 pb-[calc(2rem+env(safe-area-inset-bottom))] md:rounded-none md:px-12 md:pt-[max(2rem,calc(50dvh-21rem))]"
      >
        <div className="absolute top-3 right-3">
          <ThemeToggle />
        </div>
        <div className="mx-auto flex w-full max-w-md flex-col gap-6 [@media(max-height:480px)]:gap-3">
          <div className="flex flex-col gap-2">
            <LogoMark className="size-14 max-md:hidden" />
            <h1 className="pr-12 text-2xl font-bold text-leaf-strong md:pr-0 md:text-3xl">스마트 온실 운영 시스템</h1>
            <p className="text-ink-soft [@media(max-height:480px)]:hidden">
              우리 온실의 지금과 지난밤을 한눈에 봅니다.
            </p>
          </div>
          {notice}
          <form
            noValidate
            onSubmit={(event) => void handleSubmit(event)}
            className="flex flex-col gap-5 [@media(max-height:480px)]:gap-3"
          >
            <TextField
              ref={userIdInput}
              label="아이디"
              name="userId"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              error={problems.userId}
            />
            <PasswordField
              ref={passwordInput}
              label="비밀번호"
              name="password"
              autoComplete="current-password"
              error={problems.password}
            />
            <div role="alert" className="empty:hidden">
              {problems.form !== undefined && (
                <p className="fade-in flex gap-2 rounded-card bg-danger-surface px-4 py-3 font-medium text-danger-ink">
                  <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
                  {problems.form}
                </p>
              )}
            </div>
            <Button type="submit" variant="primary" isBlock busy={isBusy} className="text-lg">
              로그인
            </Button>
          </form>
          {demo && <DemoAccounts password={demo.password} onChoose={fillIn} />}
          {legalLinks}
        </div>
      </main>
    </div>
  );
}

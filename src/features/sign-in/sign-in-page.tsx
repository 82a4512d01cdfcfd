import { ClientOnly } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FormEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { takeQueuedSubmit } from '#src/lib/queued-submit.ts';
import { Button } from '#src/ui/button/button.tsx';
import { PasswordField } from '#src/ui/field/password-field.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { LogoMark } from '#src/ui/logo-mark.tsx';
import { ThemeToggle } from '#src/ui/theme/theme-toggle.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { Picture } from './picture.tsx';

type SignInPageProps = {
  /** Returns the error to show; after success the caller navigates. */
  onSubmit: (entered: { userId: string; password: string }) => Promise<{ error?: string }>;
  /** Why the user is here: signed out by the timer, no connection. */
  notice?: ReactNode;
  /** The demo accounts, and their password if it is public. */
  demo?: { password: string | undefined } | undefined;
  /** Links to the terms that signing in accepts. */
  legalLinks?: ReactNode;
};

const CHECKING = '확인하고 있습니다…';

type Problems = { userId?: string; password?: string; form?: string };

/**
 * The page of /login. Its first render is part of the document (src/first-paint/), so content that appears later must
 * not move the fields.
 */
export function SignInPage({ onSubmit, notice, demo, legalLinks }: SignInPageProps) {
  const formElement = useRef<HTMLFormElement>(null);
  const userIdInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);

  async function submit() {
    if (isSending.current) return;
    // Read from the inputs, not from state: password managers may fill them without an event.
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
    isSending.current = true;
    setIsBusy(true);
    try {
      const { error } = await onSubmit({ userId, password });
      if (error === undefined) return;
      setProblems({ form: error });
      passwordInput.current?.focus();
      passwordInput.current?.select();
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  const submitHeld = useEffectEvent(() => {
    // From here on the app handles presses.
    delete document.documentElement.dataset.guest;
    if (formElement.current && takeQueuedSubmit(formElement.current)) void submit();
  });
  useLayoutEffect(() => submitHeld(), []);

  function fillIn(userId: string) {
    if (userIdInput.current) userIdInput.current.value = userId;
    if (passwordInput.current) passwordInput.current.value = demo?.password ?? '';
    setProblems({});
    const submit = passwordInput.current?.form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    (demo?.password === undefined ? passwordInput.current : submit)?.focus();
  }

  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      {/* Below the desktop width the drawing is a band; in landscape on a phone it is hidden to leave room for the
          fields. */}
      <div className="shrink-0 max-md:-mb-6 max-md:h-[min(54vw,45dvh)] max-md:landscape:hidden md:sticky md:top-0 md:h-dvh md:w-1/2 lg:w-[55%]">
        <Picture />
      </div>
      <main
        id="main"
        className="relative flex flex-1 flex-col rounded-t-3xl bg-surface px-5 pt-8 [@media(max-height:480px)]:pt-4 pb-[calc(2rem+env(safe-area-inset-bottom))] md:rounded-none md:px-12 md:pt-[max(2rem,calc(50dvh-21rem))]"
      >
        <div className="absolute top-3 right-3">
          <ClientOnly>
            <ThemeToggle />
          </ClientOnly>
        </div>
        <div className="mx-auto flex w-full max-w-md flex-1 flex-col gap-6 [@media(max-height:480px)]:gap-3">
          <Heading />
          {/* POST: if scripts fail, a native submit must not put the password into the URL. */}
          <form
            ref={formElement}
            method="post"
            noValidate
            onSubmit={handleSubmit}
            data-busy={isBusy ? '' : undefined}
            className="group/form flex flex-col gap-5 [@media(max-height:480px)]:gap-3"
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
            <SignInButton isBusy={isBusy} />
          </form>
          <div role="status" className="empty:hidden">
            {notice}
          </div>
          {demo && <DemoAccounts password={demo.password} onChoose={fillIn} />}
          <div className="mt-auto">{legalLinks}</div>
        </div>
      </main>
    </div>
  );
}

function Heading() {
  return (
    <div className="flex flex-col gap-2">
      <LogoMark className="size-14 max-md:hidden" />
      <h1 className="pr-12 text-2xl font-bold text-leaf-strong md:pr-0 md:text-3xl">스마트 온실 운영 시스템</h1>
      <p className="text-ink-soft [@media(max-height:480px)]:hidden">우리 온실의 지금과 지난밤을 한눈에 봅니다.</p>
    </div>
  );
}

/** The busy state is an attribute of the form, which early.ts can set before the app has loaded. */
function SignInButton({ isBusy }: { isBusy: boolean }) {
  return (
    <>
      <Button type="submit" variant="primary" isBlock isBusy={isBusy} className="text-lg">
        <span className="group-data-busy/form:sr-only">로그인</span>
        <span aria-hidden className="hidden group-data-busy/form:inline">
          {CHECKING}
        </span>
      </Button>
      <p role="status" className="sr-only">
        <span className="hidden group-data-busy/form:inline">{CHECKING}</span>
      </p>
    </>
  );
}

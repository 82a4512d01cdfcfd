type DemoAccountsProps = {
  /** Undefined if the accounts have individual passwords, which only the operator knows. */
  password: string | undefined;
  onChoose: (userId: string) => void;
};

/** The accounts of demonstration mode (server/demo); they exist nowhere else. */
const accounts = [
  { userId: 'grower', who: '농장주' },
  { userId: 'family', who: '공동 사용자' },
  { userId: 'admin', who: '관리자' },
] as const;

/** The demo accounts, with the password if it is public; a press fills in the form. */
export function DemoAccounts({ password, onChoose }: DemoAccountsProps) {
  return (
    <section aria-labelledby="demo-accounts" className="rounded-card bg-sunken p-4">
      <h2 id="demo-accounts" className="font-semibold">
        둘러보기 계정
      </h2>
      <p className="text-ink-soft">
        모의 데이터로 둘러봅니다.{' '}
        {password === undefined ? (
          '비밀번호는 이 서버를 운영하는 사람에게 문의해 주세요.'
        ) : (
          <>
            비밀번호 <code className="font-semibold text-ink">{password}</code>
          </>
        )}
      </p>
      <ul className="mt-3 grid gap-2 sm:grid-cols-3">
        {accounts.map(({ userId, who }) => (
          <li key={userId}>
            <button
              type="button"
              // Before the app has loaded, src/first-paint/early.ts handles the press.
              data-account={userId}
              onClick={() => onChoose(userId)}
              className="flex min-h-touch w-full items-center justify-between gap-2 rounded-lg bg-card px-3 py-2 text-left inset-ring inset-ring-line-strong hover:bg-leaf-tint sm:flex-col sm:items-start sm:gap-0"
            >
              <span className="font-semibold">{userId}</span>
              <span className="text-ink-soft">{who}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type DemoAccountsProps = { onChoose: (userId: string, password: string) => void };

/** The accounts of demonstration mode (server/demo); none of them exists outside it. */
const accounts = [
  { userId: 'grower', who: '농장주' },
  { userId: 'family', who: '공동 사용자' },
  { userId: 'admin', who: '관리자' },
] as const;

const PASSWORD = 'onsil-demo';

/** Who may sign in to a demonstration, and with what; pressing one fills the fields. */
export function DemoAccounts({ onChoose }: DemoAccountsProps) {
  return (
    <section aria-labelledby="demo-accounts" className="rounded-card bg-sunken p-4">
      <h2 id="demo-accounts" className="font-semibold">
        둘러보기 계정
      </h2>
      <p className="text-ink-soft">
        모의 데이터로 둘러봅니다. 비밀번호 <code className="font-semibold text-ink">{PASSWORD}</code>
      </p>
      <ul className="mt-3 grid gap-2 sm:grid-cols-3">
        {accounts.map(({ userId, who }) => (
          <li key={userId}>
            <button
              type="button"
              onClick={() => onChoose(userId, PASSWORD)}
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

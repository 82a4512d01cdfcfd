import { createFileRoute } from '@tanstack/react-router';
import { auditActions } from '#contract/audit/audit.ts';
import { isSeoulDate } from '#contract/time/time.ts';
import { AuditPage, type AuditSearch } from '#src/features/admin/audit-page.tsx';
import { listSearch } from '#src/lib/list-search.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

export const Route = createFileRoute('/admin/audit')({
  validateSearch: (raw: Record<string, unknown>): AuditSearch => {
    const action = auditActions.find((known) => known === raw.action);
    const day = (name: 'from' | 'to') =>
      typeof raw[name] === 'string' && isSeoulDate(raw[name]) ? { [name]: raw[name] } : {};
    return { ...listSearch(['at'], raw), ...(action && { action }), ...day('from'), ...day('to') };
  },
  component: Audit,
  errorComponent: AdminFailure,
});

function Audit() {
  useTitle('변경 기록');
  const navigate = Route.useNavigate();
  return (
    <AuditPage
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
    />
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { auditActions } from '#contract/audit/audit.ts';
import { auditLog } from '#contract/audit/audit-log.ts';
import { isSeoulDate } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';
import { AuditPage, type AuditSearch } from '#src/features/admin/audit-page.tsx';
import { askedOf, listSearch } from '#src/lib/list/list-search.ts';
import { awaitFirstRead } from '../-first-reads.ts';
import { AdminFailure } from '../-route-failure.tsx';
import { useTitle } from '../-use-title.ts';

/**
 * `action` stays a string here: the list of actions is validated in the page, because the entry file must not include
 * it.
 */
type Search = Omit<AuditSearch, 'action'> & { action?: string };

export const Route = createFileRoute('/admin/audit')({
  validateSearch: readSearch,
  loader: (loading) => {
    const { action, from, to, ...search } = readSearch(loading.location.search);
    const query = { ...askedOf(search), action: knownAction(action), from, to };
    return awaitFirstRead(loading, readQuery(auditLog, { query }));
  },
  component: Audit,
  errorComponent: AdminFailure,
});

function readSearch(raw: Record<string, unknown>): Search {
  const day = (name: 'from' | 'to') =>
    typeof raw[name] === 'string' && isSeoulDate(raw[name]) ? { [name]: raw[name] } : {};
  return {
    ...listSearch(['at'], raw),
    ...(typeof raw.action === 'string' && { action: raw.action }),
    ...day('from'),
    ...day('to'),
  };
}

const knownAction = (asked: string | undefined) => auditActions.find((known) => known === asked);

function Audit() {
  useTitle('변경 기록');
  const navigate = Route.useNavigate();
  const { action: asked, ...search } = Route.useSearch();
  const action = knownAction(asked);
  return (
    <AuditPage
      search={{ ...search, ...(action && { action }) }}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
    />
  );
}
